import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newPlace, type Place } from './shell.ts'

let place: Place
let path: string

const before = '{"mcpServers": {"a": {"command": "x", "args": ["--token", "abc"]}, "b": {"command": "y"}}}\n'

beforeEach(async () => {
  place = newPlace()
  path = join(place.shop, '.mcp.json')
  writeFileSync(path, before)
  await place.run('wrap', '--write', '--yes')
})

function read(): string {
  return readFileSync(path, 'utf8')
}

describe('unwrap', () => {
  it('shows what it would take off and writes nothing', async () => {
    const wrapped = read()
    const { code, out, err } = await place.run('unwrap')
    expect([code, out]).toEqual([
      0,
      '.mcp.json\n  a: through mcpgraphy → x --token •••\n  b: through mcpgraphy → y\n',
    ])
    expect(err).toBe('Nothing was written. To write it: mcpgraphy unwrap --write\n')
    expect(read()).toBe(wrapped)
  })

  it('takes it off one server alone', async () => {
    expect((await place.run('unwrap', 'b', '--write')).code).toBe(0)
    expect(read()).toMatch(/"b": \{"command": "y"\}\}\}\n$/)
    expect(read()).toContain('mcpgraphy')
    await place.run('unwrap', '--write')
    expect(read()).toBe(before)
  })

  it('leaves an entry whose command was edited since, shows both, and fails until one is chosen', async () => {
    writeFileSync(path, read().replace('"--", "y"]', '"--", "z"]'))
    const { code, out } = await place.run('unwrap', '--write')
    expect(code).toBe(1)
    expect(out).toContain(
      'b: its command was changed since it was wrapped; say which one is meant: --edited original or --edited current',
    )
    expect(out).toContain('    original: y\n    current:  z\n')
    expect(read()).toContain('"--", "z"]')
    expect((await place.run('unwrap', '--write', '--edited', 'current')).code).toBe(0)
    expect(read()).toBe(before.replace('"y"', '"z"'))
  })

  it('--json is one document that holds no secret', async () => {
    const { out } = await place.run('unwrap', '--json')
    expect(out).not.toContain('abc')
    const { files, written } = JSON.parse(out)
    expect(written).toBe(false)
    expect(files[0].servers).toMatchObject([
      { name: 'a', status: 'undo', from: 'entry', after: '{"command": "x", "args": ["--token", "•••"]}' },
      { name: 'b', status: 'undo', from: 'entry', original: null },
    ])
  })

  it('uses the copy where a host dropped what the entry carried', async () => {
    writeFileSync(path, read().replace(/"env": \{[^}]*\}/g, '"env": {}'))
    const { out } = await place.run('unwrap', '--write')
    expect(out).toContain('a: through mcpgraphy → x --token ••• (from the copy in .mcpgraphy)')
    expect(read()).toBe(before)
  })

  it('a second time changes nothing and says so', async () => {
    await place.run('unwrap', '--write')
    const { code, out } = await place.run('unwrap', '--write')
    expect([code, out]).toEqual([0, '.mcp.json\n  a: not wrapped\n  b: not wrapped\n'])
  })

  it('--json says that something was written only where it was', async () => {
    writeFileSync(path, read().replace('"--", "y"]', '"--", "z"]'))
    await place.run('unwrap', 'a', '--write')
    const edited = await place.run('unwrap', 'b', '--json', '--write')
    expect([edited.code, JSON.parse(edited.out).written]).toEqual([1, false])
    await place.run('unwrap', '--write', '--edited', 'original')
    const none = await place.run('unwrap', '--json', '--write')
    expect([none.code, JSON.parse(none.out).written]).toEqual([0, false])
  })

  it('knows a launcher that the user chose by our copy, where the host dropped what the entry carried', async () => {
    await place.run('unwrap', '--write')
    await place.run('wrap', '--launcher', '/opt/bin/mg', '--write', '--yes')
    writeFileSync(path, read().replace(/, "env": \{[^}]*\}/g, ''))
    const dropped = read()
    expect((await place.run('wrap', '--write', '--yes')).out).toContain('a: already goes through mcpgraphy')
    expect(read()).toBe(dropped)
    expect((await place.run('wrap', '--check')).code).toBe(0)
    expect((await place.run('unwrap', '--write')).code).toBe(0)
    expect(read()).toBe(before)
  })

  it('asks where it only looks as if we started a server, and leaves it', async () => {
    const python = '{"mcpServers": {"a": {"command": "uvx", "args": ["mcpgraphy", "wrap", "--", "x"]}}}'
    await place.run('unwrap', '--write')
    writeFileSync(path, python)
    const { code, out } = await place.run('unwrap', '--write')
    expect([code, out]).toEqual([
      1,
      '.mcp.json\n  a: it looks as if it went through mcpgraphy, and nothing proves that; if it does: --edited current\n    current:  x\n',
    ])
    expect(read()).toBe(python)
  })

  it('knows a checkout of ours by what lies there', async () => {
    const cli = resolve(import.meta.dirname, '../../dist/cli.js')
    const entry = (script: string) =>
      `{"mcpServers": {"a": {"command": "node", "args": ["${script}", "proxy", "--name", "a", "--", "x"]}}}`
    await place.run('unwrap', '--write')
    writeFileSync(path, entry(cli))
    expect((await place.run('unwrap')).out).toContain(
      'a: through mcpgraphy → x (from the arguments behind --)',
    )
    writeFileSync(path, entry(join(place.shop, 'dist/cli.js')))
    expect((await place.run('unwrap')).out).toContain('a: it looks as if')
  })
})
