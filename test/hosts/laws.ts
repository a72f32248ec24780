import type { Found } from '../../src/hosts/discover.ts'
import { planWrap } from '../../src/hosts/plan.ts'
import { type Config, readText, type ServerEntry } from '../../src/hosts/read.ts'
import type { Syntax } from '../../src/hosts/syntax/syntax.ts'
import { planUnwrap } from '../../src/hosts/unplan.ts'

/**
 * What every file must stand, whatever its syntax: unwrap gives back every byte, wrapping twice changes nothing, and
 * behind the proxy the very same server is started or reached. Gives the first law that is broken.
 */
export function lawBroken(text: string, found: Found, syntax: Syntax): string | undefined {
  const config = read(text, found, syntax)
  if (config === undefined) return undefined
  const once = wrap(config)
  const wrapped = read(once.toString(), found, syntax)
  if (wrapped === undefined) return 'a wrapped file can be read'
  const undone = unwrap(wrapped).toString()
  if (undone !== text) return `unwrap gives back every byte, and gave\n${undone}`
  if (!wrap(wrapped).equals(once)) return 'wrapping twice changes nothing'
  const other = config.servers.find(
    ({ entry }, index) => !startsTheSame(entry, wrapped.servers[index]?.entry),
  )
  return other && `the server ${other.name} is started as before`
}

function startsTheSame(before: ServerEntry['entry'], after: ServerEntry['entry'] | undefined): boolean {
  if (after?.kind !== 'stdio' || after.launch === undefined) return before.kind === after?.kind
  if (before.kind === 'remote') return after.launch.url === before.url
  return before.kind === 'stdio' && same(after.launch.server, [before.command, ...before.args])
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function read(text: string, found: Found, syntax: Syntax): Config | undefined {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const content = { bytes: Buffer.from(text), text: text.slice(mark.length), mark }
  const reading = readText(found, content, syntax)
  return reading.kind === 'config' ? reading.config : undefined
}

function wrap(config: Config): Buffer {
  const proxyFor = ({ name }: ServerEntry) => ({
    command: 'npx',
    args: ['-y', 'mcpgraphy@1.2.3', 'proxy', '--name', name],
  })
  return planWrap(config, { proxyFor, wants: () => true, forbidden: undefined }).bytes
}

function unwrap(config: Config): Buffer {
  return planUnwrap(config, { wants: () => true, copyOf: () => undefined, whenEdited: 'leave' }).bytes
}
