import { readFileSync } from 'node:fs'
import { requiredOf } from '../../src/adapter/tool.ts'
import { parseJsonc } from '../../src/jsonc.ts'
import { listOf, recorded } from './known.ts'

/** The index of the bundled adapters: what each says that it was held against, and the tools of that list. */
export function indexFile(): string {
  const entries = recorded.map(name => [name, { ...verifiedIn(name), tools: toolsIn(name) }])
  return `${JSON.stringify(Object.fromEntries(entries))}\n`
}

/** What an adapter file says under `x_verified`. */
export function verifiedIn(name: string): { package: string; version: string; how: string; on: string } {
  const path = new URL(`../../adapters/${name}.json`, import.meta.url)
  const parsed = parseJsonc(readFileSync(path, 'utf8'))
  return (parsed as unknown as { value: { x_verified: ReturnType<typeof verifiedIn> } }).value.x_verified
}

function toolsIn(name: string): Record<string, string[]> {
  return Object.fromEntries(listOf(name).tools.map(tool => [tool.name, requiredOf(tool)]))
}
