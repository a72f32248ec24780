import type { Found } from '../../src/hosts/discover.ts'
import { planWrap, type ServerPlan } from '../../src/hosts/plan.ts'
import { type Config, type Reading, readText, type ServerEntry } from '../../src/hosts/read.ts'
import { loadSyntax } from '../../src/hosts/syntax/syntax.ts'
import { type Host, hosts } from '../../src/hosts/table.ts'
import { planUnwrap, type UnwrapWish } from '../../src/hosts/unplan.ts'

const syntaxes = {
  json: await loadSyntax('json'),
  toml: await loadSyntax('toml'),
  yaml: await loadSyntax('yaml'),
}

/** The host with an id, as the table has it. */
export function hostOf(id: string): Host {
  const host = hosts.find(each => each.id === id)
  if (host === undefined) throw new Error(`no host ${id}`)
  return host
}

/** A file of a host, as if it had been found at `path`. */
export function foundAt(path: string, id = 'claude-code'): Found {
  const host = hostOf(id)
  return { host, file: host.files[0]!, path, base: '/shop' }
}

export function reading(text: string, found: Found = foundAt('/shop/.mcp.json')): Reading {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  return readText(
    found,
    { bytes: Buffer.from(text), text: text.slice(mark.length), mark },
    syntaxes[found.file.syntax ?? 'json'],
  )
}

/** The config that a text holds. */
export function configOf(text: string, found?: Found): Config {
  const read = reading(text, found)
  if (read.kind !== 'config') throw new Error(`no config: ${text}`)
  return read.config
}

export function proxyFor({ name }: ServerEntry) {
  return { command: 'npx', args: ['-y', 'mcpgraphy@1.2.3', 'proxy', '--name', name] }
}

/** The text of a config with every server wrapped, and what was planned. */
export function wrapText(text: string, found?: Found): { text: string; servers: readonly ServerPlan[] } {
  const plan = planWrap(configOf(text, found), { proxyFor, wants: () => true, forbidden: undefined })
  return { text: plan.bytes.toString(), servers: plan.servers }
}

/** What would happen to each server of a config. */
export function planWrapOf(config: Config): readonly ServerPlan[] {
  return planWrap(config, { proxyFor, wants: () => true, forbidden: undefined }).servers
}

/** The plan to unwrap every server of a text. */
export function unwrapPlan(text: string, wish: Partial<UnwrapWish> = {}, found?: Found) {
  return planUnwrap(configOf(text, found), {
    wants: () => true,
    copyOf: () => undefined,
    whenEdited: 'leave',
    ...wish,
  })
}

/** Wrapped texts with what is embedded left out, to be looked at. */
export function withoutOriginal(text: string): string {
  return text.replace(/"eyJ[\w-]*"/g, '"eyJ…"')
}
