import type { JsonObject } from '../json.ts'
import type { ResourceRule } from './adapter.ts'
import type { Observation } from './observation.ts'
import { nextPage } from './pages.ts'
import { observationOf, type Reading, readingOf } from './read.ts'

/** What reading a resource back showed, and in how many calls. */
export interface ReadBack {
  readonly reading: Reading
  readonly observation: Observation
  readonly calls: number
}

/** Reads a resource back as the proxy does, page after page where it stands in a list that comes in pages. */
export async function readBack(
  rule: ResourceRule,
  id: readonly string[],
  inputSchema: JsonObject | undefined,
  ask: (reading: Reading) => Promise<JsonObject>,
): Promise<ReadBack> {
  const first = readingOf(rule, id, inputSchema)
  let reading = first
  for (let page = 1; ; page++) {
    const result = await ask(reading)
    const next = nextPage(rule, id, reading, result, page)
    if (next === undefined)
      return { reading: first, observation: observationOf(rule, id, result), calls: page }
    reading = next
  }
}
