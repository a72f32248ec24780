import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Found } from '../../src/hosts/discover.ts'
import { originalVariable } from '../../src/hosts/embed.ts'
import { planWrap } from '../../src/hosts/plan.ts'
import { type Config, readText, type ServerEntry } from '../../src/hosts/read.ts'
import { json } from '../../src/hosts/syntax/json.ts'
import { unknownFile, unknownHost } from '../../src/hosts/table.ts'
import { planUnwrap } from '../../src/hosts/unplan.ts'
import type { Json } from '../../src/json.ts'
import {
  applyEdits,
  insertMember,
  type Path,
  parseJsonc,
  removeMember,
  replaceValue,
} from '../../src/text-edit.ts'
import { file } from './generate.ts'

const found: Found = { host: unknownHost, file: unknownFile, path: '/shop/mcp.json', base: '/shop' }

function read(text: string): Config | undefined {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const reading = readText(found, { bytes: Buffer.from(text), text: text.slice(mark.length), mark }, json)
  return reading.kind === 'config' ? reading.config : undefined
}

const proxy = (version: string) => ({
  command: 'npx',
  args: ['-y', `mcpgraphy@${version}`, 'proxy', '--name', 'x'],
})

function wrap(config: Config, version = '1.2.3'): Buffer {
  return planWrap(config, { proxyFor: () => proxy(version), wants: () => true, forbidden: undefined }).bytes
}

function unwrap(config: Config): Buffer {
  return planUnwrap(config, { wants: () => true, copyOf: () => undefined, whenEdited: 'leave' }).bytes
}

const wrappable = file.map(({ text }) => read(text)).filter(config => config?.servers.some(isPlain) === true)

function isPlain({ entry }: ServerEntry): boolean {
  return entry.kind === 'stdio' && entry.launch === undefined
}

/** What a user may do with an entry while it is wrapped, as the same edit of either text. */
const changes: readonly ((text: string, at: Path) => string)[] = [
  (text, at) => insertMember(text, at, { name: 'timeoutMs', json: '3e1', lead: '' }) ?? text,
  (text, at) =>
    insertMember(text, at.slice(0, -1), { name: 'one more', json: '{"command":"y"}', lead: '' }) ?? text,
  text => insertMember(text, [], { name: 'inputs 2', json: '[1.0]', after: 'mcpServers', lead: '' }) ?? text,
  (text, at) => removeMember(text, at) ?? text,
  (text, at) => replaceValue(text, [...at, 'cwd'], '"elsewhere"') ?? text,
  text => `// mine\n${text}`,
]

/** What a file means: its servers with their values, whatever the layout. */
function meaning(bytes: Buffer): unknown {
  return parseJsonc(bytes.toString())
}

describe('wrap and unwrap', () => {
  it('unwrap gives back every byte that wrap was given', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        const config = read(text)
        if (config === undefined) return
        expect(unwrap(read(wrap(config).toString())!).toString()).toBe(text)
      }),
      { numRuns: 2600 },
    )
  })

  it('wrap leaves every byte outside of the entries that it changes', () => {
    fc.assert(
      fc.property(wrappable, config => {
        const after = read(wrap(config!).toString())!
        const outside = (each: Config) =>
          applyEdits(
            each.text,
            each.servers.map(({ node: { offset, length } }) => ({ offset, length, content: '' })),
          )
        expect(outside(after)).toBe(outside(config!))
        for (const [index, server] of config!.servers.entries()) {
          if (!['stdio', 'remote'].includes(server.entry.kind))
            expect(after.servers[index]!.text).toBe(server.text)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('the host starts the proxy with the server behind it, word for word', () => {
    fc.assert(
      fc.property(wrappable, config => {
        const after = read(wrap(config!).toString())!
        for (const [index, { entry }] of config!.servers.entries()) {
          const now = after.servers[index]!.entry
          if (entry.kind !== 'stdio' || now.kind !== 'stdio') continue
          const own = [...proxy('1.2.3').args, '--']
          expect([now.command, ...now.args]).toEqual(['npx', ...own, entry.command, ...entry.args])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('wrapping again changes nothing, also from another version', () => {
    fc.assert(
      fc.property(wrappable, config => {
        const once = wrap(config!)
        expect(wrap(read(once.toString())!, '9.9.9').equals(once)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('what the user changed meanwhile stays, and what was replaced comes back', () => {
    fc.assert(
      fc.property(wrappable, fc.nat(), fc.constantFrom(...changes), (config, pick, change) => {
        const { at } = config!.servers[pick % config!.servers.length]!
        const wrapped = read(wrap(config!).toString())!
        const changed = read(change(wrapped.text, at))
        const undone = changed === undefined ? Buffer.from(change(wrapped.text, at)) : unwrap(changed)
        expect(meaning(undone)).toEqual(meaning(Buffer.from(change(config!.text, at))))
      }),
      { numRuns: 400 },
    )
  })

  it('a file that a host printed anew is unwrapped to what it meant', () => {
    fc.assert(
      fc.property(wrappable, config => {
        const printed = JSON.stringify((meaning(wrap(config!)) as { value: Json }).value, null, 2)
        const now = read(printed)!
        expect(meaning(unwrap(now))).toEqual(
          meaning(Buffer.from(JSON.stringify((meaning(config!.bytes) as { value: Json }).value))),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('an empty environment that a host spread over lines is a pair of braces again', () => {
    const text = JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['x'], env: {} } } }, null, 2)
    const printed = JSON.stringify(JSON.parse(wrap(read(text)!).toString()), null, 2)
    expect(JSON.parse(unwrap(read(printed)!).toString())).toEqual(JSON.parse(text))
    expect(unwrap(read(printed)!).toString()).toContain('"env": {}')
  })

  it('where the host dropped the variable, the copy brings every byte back', () => {
    fc.assert(
      fc.property(wrappable, config => {
        const plan = planWrap(config!, {
          proxyFor: () => proxy('1.2.3'),
          wants: () => true,
          forbidden: undefined,
        })
        const copies = new Map(
          plan.servers.map(each => [each.server.name, each.kind === 'wrap' ? each.original : undefined]),
        )
        const wrapped = read(plan.bytes.toString())!
        const dropped = wrapped.servers.reduce(
          (text, { at }) => removeMember(text, [...at, 'env', originalVariable]) ?? text,
          wrapped.text,
        )
        const undone = planUnwrap(read(dropped)!, {
          wants: () => true,
          copyOf: ({ name }) => copies.get(name),
          whenEdited: 'leave',
        })
        expect(config!.mark + undone.bytes.toString()).toBe(config!.mark + config!.text)
        expect(undone.servers.filter(each => each.kind === 'undo').every(each => each.from === 'copy')).toBe(
          true,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('with neither variable nor copy, the arguments behind the dashes start the server as before', () => {
    fc.assert(
      fc.property(wrappable, config => {
        const wrapped = read(wrap(config!).toString())!
        const dropped = wrapped.servers.reduce(
          (text, { at }) => removeMember(text, [...at, 'env', originalVariable]) ?? text,
          wrapped.text,
        )
        const undone = read(unwrap(read(dropped)!).toString())!
        expect(undone.servers.map(commandLine)).toEqual(config!.servers.map(commandLine))
      }),
      { numRuns: 200 },
    )
  })
})

function commandLine({ entry }: ServerEntry): unknown {
  return entry.kind === 'stdio' ? [entry.command, ...entry.args] : entry.kind
}
