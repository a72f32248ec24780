import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadAdapter, parseAdapter } from '../../../src/adapter/load.ts'
import { type ListedTool, listedTools } from '../../../src/adapter/tool.ts'
import type { JsonObject } from '../../../src/json.ts'

const folder = new URL('../../fixtures/corpus/', import.meta.url)

/** One recorded call. */
export interface RecordedCall {
  readonly n: number
  readonly expect: string
  readonly request: { readonly name: string; readonly arguments: JsonObject }
  readonly result?: JsonObject
  readonly error?: JsonObject
}

/** What a public server said: see the README beside the fixtures. */
export function corpus(server: string): { tools: ListedTool[]; transcript: RecordedCall[] } {
  const { tools, transcript } = JSON.parse(readFileSync(new URL(`${server}.json`, folder), 'utf8'))
  return { tools: listedTools(tools), transcript }
}

/** The answer that a recorded call got. */
export function answerOf(server: string, n: number): JsonObject {
  const call = corpus(server).transcript.find(each => each.n === n)
  const answer = call?.result ?? call?.error
  if (answer === undefined) throw new Error(`${server} has no answer ${n}`)
  return answer
}

/** The bundled filesystem adapter. */
export const filesystem = loadAdapter(
  fileURLToPath(new URL('../../../adapters/filesystem.json', import.meta.url)),
)

/** An adapter out of a value. */
export function adapter(value: object) {
  return parseAdapter(JSON.stringify({ server_id: 'test', ...value }), 'test.json')
}

/** The first resource rule of an adapter with one class `thing`, read by `get_thing(id)`. */
export function rule(value: object = {}) {
  return adapter({
    resource_class: 'thing',
    observation_tool: 'get_thing',
    ...('id_params' in value ? {} : { id_param: 'id' }),
    ...value,
  }).resources[0]!
}

/** A successful result with one text. */
export function text(content: string): JsonObject {
  return { content: [{ type: 'text', text: content }] }
}

/** A failed result with one text. */
export function failure(content: string): JsonObject {
  return { ...text(content), isError: true }
}
