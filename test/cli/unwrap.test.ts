import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
})
