import { isObject, type JsonObject } from '../../../src/json.ts'
import type { Dialect, NamedCall, Shown } from './dialect.ts'
import { objectsAt, textIn } from './parts.ts'

/** The Responses API of OpenAI, streamed. */
export const responses: Dialect = {
  asksForTurn: path => path.endsWith('/responses'),
  offered: request => objectsAt(request, 'tools').flatMap(namesIn),
  shown: request =>
    new Map(
      objectsAt(request, 'input')
        .filter(({ type }) => type === 'function_call_output')
        .map(item => [String(item.call_id), shownIn(item)]),
    ),
  call: ({ id, tool, args }: NamedCall) => {
    const [name = tool, namespace] = tool.split('.').reverse()
    return turn({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      arguments: JSON.stringify(args),
    })
  },
  say: text =>
    turn({
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [] }],
    }),
}

/** A tool's name. One that stands in a namespace is told as `namespace.name`. */
function namesIn(tool: JsonObject): string[] {
  const name = String(tool.name ?? tool.type)
  return tool.type === 'namespace' ? objectsAt(tool, 'tools').map(each => `${name}.${each.name}`) : [name]
}

function shownIn({ output }: JsonObject): Shown {
  return { text: textIn(output), isError: isObject(output) && output.success === false }
}

/** The events of a turn that holds one item. */
function turn(item: JsonObject): JsonObject[] {
  const response = { id: 'resp_1', object: 'response', status: 'in_progress', output: [] }
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  }
  return [
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
  ]
}
