import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type ListedTool, listedTools } from '../../src/adapter/tool.ts'

const lists = new URL('./lists/', import.meta.url)

/** What a public server listed: see the README beside the lists. */
export interface RecordedList {
  readonly package: string
  readonly version: string
  readonly tools: ListedTool[]
}

/** The names of the adapters that there is a list for. */
export const recorded = readdirSync(lists)
  .filter(file => file.endsWith('.json.gz'))
  .map(file => file.slice(0, -'.json.gz'.length))
  .sort()

/** The list of tools that an adapter was held against. */
export function listOf(name: string): RecordedList {
  const list = JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, lists))).toString('utf8'))
  return { ...list, tools: listedTools(list.tools) }
}
