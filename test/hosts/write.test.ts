import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { writeFileAtOnce } from '../../src/hosts/write.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-write-'))
  path = join(folder, '.mcp.json')
  writeFileSync(path, 'before')
})

describe('a file is replaced in one step', () => {
  it('and nothing else is left in its folder', async () => {
    await writeFileAtOnce({ path, bytes: 'after', expected: Buffer.from('before') })
    expect(readFileSync(path, 'utf8')).toBe('after')
    expect(readdirSync(folder)).toEqual(['.mcp.json'])
  })

  it('but not where it changed in the meantime', async () => {
    writeFileSync(path, 'changed by a host')
    const writing = writeFileAtOnce({ path, bytes: 'after', expected: Buffer.from('before') })
    await expect(writing).rejects.toMatchObject({
      code: 'file-changed',
      message: `${path} was changed by something else in the meantime.`,
    })
    expect(readFileSync(path, 'utf8')).toBe('changed by a host')
    expect(readdirSync(folder)).toEqual(['.mcp.json'])
  })

  it.each([0o600, 0o644, 0o664, 0o400])('keeping its permissions %o', async mode => {
    chmodSync(path, mode)
    await writeFileAtOnce({ path, bytes: 'after' })
    expect(statSync(path).mode & 0o7777).toBe(mode)
  })

  it('keeping its owner, where we may give a file away', async () => {
    const before = statSync(path)
    await writeFileAtOnce({ path, bytes: 'after' })
    expect([statSync(path).uid, statSync(path).gid]).toEqual([before.uid, before.gid])
  })

  it('through a chain of links to its target, which stays where it is', async () => {
    mkdirSync(join(folder, 'dotfiles'))
    const target = join(folder, 'dotfiles', 'mcp.json')
    writeFileSync(target, 'before')
    symlinkSync(join('dotfiles', 'mcp.json'), join(folder, 'middle'))
    symlinkSync('middle', join(folder, 'link'))
    await writeFileAtOnce({ path: join(folder, 'link'), bytes: 'after', expected: Buffer.from('before') })
    expect(readlinkSync(join(folder, 'link'))).toBe('middle')
    expect(readFileSync(target, 'utf8')).toBe('after')
    expect(readdirSync(join(folder, 'dotfiles'))).toEqual(['mcp.json'])
  })

  it('or made only where there still is none', async () => {
    await expect(writeFileAtOnce({ path, bytes: 'x', expected: 'none' })).rejects.toMatchObject({
      code: 'file-changed',
    })
    await writeFileAtOnce({ path: join(folder, 'new'), bytes: 'x', expected: 'none' })
    expect(readFileSync(join(folder, 'new'), 'utf8')).toBe('x')
    const nowhere = writeFileAtOnce({ path: join(folder, 'no', 'x'), bytes: 'x' })
    await expect(nowhere).rejects.toMatchObject({ now: expect.stringContaining('It was not made.') })
    const gone = writeFileAtOnce({ path: join(folder, 'gone'), bytes: 'x', expected: Buffer.from('y') })
    await expect(gone).rejects.toMatchObject({ code: 'file-changed' })
  })

  it('and a new one gets the permissions that were asked for', async () => {
    await writeFileAtOnce({ path: join(folder, 'new'), bytes: 'x', mode: 0o600 })
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o600)
  })

  it('or stays as it was, with the reason', async () => {
    const writing = writeFileAtOnce({ path: join(folder, 'no', 'such', 'folder'), bytes: 'x' })
    await expect(writing).rejects.toMatchObject({ code: 'file-not-written' })
    await expect(writeFileAtOnce({ path: folder, bytes: 'x' })).rejects.toMatchObject({
      code: 'file-not-written',
    })
    expect(readdirSync(folder)).toEqual(['.mcp.json'])
  })

  it('without leaving what a killed process once left, which may hold secrets', async () => {
    const [old, young, foreign] = [
      '.mcpgraphy-AAAAAAAAAAAA.tmp',
      '.mcpgraphy-BBBBBBBBBBBB.tmp',
      '.mcp.json.tmp',
    ]
    for (const name of [old, young, foreign]) writeFileSync(join(folder, name), 'secret')
    for (const name of [old, foreign]) utimesSync(join(folder, name), 0, Date.now() / 1000 - 120)
    await writeFileAtOnce({ path, bytes: 'after' })
    expect(readdirSync(folder).sort()).toEqual([foreign, '.mcp.json', young].sort())
  })

  it('and where the disk is full, that is what is said', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const handle = await open(path)
    const prototype = Object.getPrototypeOf(handle)
    await handle.close()
    const writing = vi.spyOn(prototype, 'writeFile').mockRejectedValue(full)
    const error = await writeFileAtOnce({ path: join(folder, 'new'), bytes: 'x' }).catch(problem => problem)
    writing.mockRestore()
    expect(error).toMatchObject({ code: 'disk-full', message: expect.stringContaining('The disk is full') })
    expect(readdirSync(folder)).toEqual(['.mcp.json'])
  })

  it('of ours without following a link, and with no more rights than were asked for', async () => {
    symlinkSync('.mcp.json', join(folder, 'link'))
    await writeFileAtOnce({ path: join(folder, 'link'), bytes: 'ours', mode: 0o600, isOurs: true })
    expect(readFileSync(path, 'utf8')).toBe('before')
    expect(lstatSync(join(folder, 'link')).isFile()).toBe(true)
    chmodSync(path, 0o666)
    await writeFileAtOnce({ path, bytes: 'ours', mode: 0o600, isOurs: true })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('so that many readers at once never see half of it', async () => {
    const contents = ['a'.repeat(200_000), 'b'.repeat(300_000)]
    writeFileSync(path, contents[0]!)
    const seen = new Set<string>()
    for (let turn = 0; turn < 10; turn++) {
      const writing = writeFileAtOnce({ path, bytes: contents[turn % 2]! })
      for (let look = 0; look < 5; look++) seen.add(readFileSync(path, 'utf8'))
      await writing
    }
    expect([...seen].every(each => contents.includes(each))).toBe(true)
  })
})
