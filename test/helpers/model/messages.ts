import type { Json, JsonObject } from '../../../src/json.ts'
import type { Dialect, NamedCall, Shown } from './dialect.ts'
import { objectsAt, textIn } from './parts.ts'

/** The Messages API of Anthropic, streamed. */
export const messages: Dialect = {
  asksForTurn: path => path.endsWith('/messages'),
  offered: request => objectsAt(request, 'tools').map(({ name }) => String(name)),
  shown: request =>
    new Map(
      objectsAt(request, 'messages')
        .flatMap(message => objectsAt(message, 'content'))
        .filter(({ type }) => type === 'tool_result')
        .map(block => [String(block.tool_use_id), shownIn(block)]),
    ),
  call: ({ id, tool, args }: NamedCall) =>
    turn({ type: 'tool_use', id, name: tool, input: {} }, 'tool_use', {
      type: 'input_json_delta',
      partial_json: JSON.stringify(args),
    }),
  say: text => turn({ type: 'text', text: '' }, 'end_turn', { type: 'text_delta', text }),
}

function shownIn({ content, is_error: isError }: JsonObject): Shown {
  return { text: textIn(content), isError: isError === true }
}

/** The events of a turn that holds one block. */
function turn(block: Json, stop: string, delta: Json): JsonObject[] {
  const usage = { input_tokens: 1, output_tokens: 1 }
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}
