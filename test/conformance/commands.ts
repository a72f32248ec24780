import { join } from 'node:path'
import { program } from '../helpers/host.ts'

const root = join(import.meta.dirname, '../..')
const fixture = (name: string) => join(root, 'test/fixtures/conformance', name)

/** Servers that do what the conformance suite asks for: of the first SDK, of the second, and of its later era only. */
export const servers = {
  v1: [process.execPath, fixture('v1.mjs')],
  v2: [process.execPath, fixture('v2.mjs')],
  modern: [process.execPath, fixture('v2.mjs'), 'modern'],
} as const

/** The reference server of the protocol's makers. */
export const everything = [
  process.execPath,
  join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
]

/** The proxy before a server, with an adapter that makes it read around the calls that name a thing. */
export function proxied(mode: string, database: string, server: readonly string[]): string[] {
  const own = ['--name', 'conformance', '--policy', mode, '--db', database]
  return [process.execPath, program, 'proxy', ...own, '--adapter', fixture('adapter.json'), '--', ...server]
}
