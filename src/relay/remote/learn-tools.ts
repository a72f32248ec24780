import { at, isObject, type Json, type JsonObject } from '../../json.ts'
import { messageOf } from '../message.ts'
import type { OpenRequest } from './open.ts'
import type { Remote } from './remote.ts'
import { send } from './send.ts'
import { takeAnswer } from './take-answer.ts'

/**
 * Lists a server's tools on our own, for the headers that they want: a host may call one from a list that it kept
 * from before. The listing speaks for the host of the call, but declares no capabilities. Never rejects.
 */
export async function learnTools(remote: Remote, { message, signal }: OpenRequest): Promise<void> {
  const meta = at(message.value(), 'params._meta')
  let cursor: Json | undefined
  for (let page = 0; page < mostPages; page++) {
    const result = await listPage(remote, isObject(meta) ? meta : {}, cursor, signal).catch(() => undefined)
    cursor = result?.nextCursor
    if (typeof cursor !== 'string') return
  }
}

const mostPages = 50
let last = 0

async function listPage(remote: Remote, meta: JsonObject, cursor: Json | undefined, signal: AbortSignal) {
  const { progressToken: _, ...kept } = meta
  const _meta = { ...kept, 'io.modelcontextprotocol/clientCapabilities': {} }
  const params = cursor === undefined ? { _meta } : { _meta, cursor }
  const list = messageOf({ jsonrpc: '2.0', id: `mcpgraphy:tools:${++last}`, method: 'tools/list', params })
  const request = remote.open.add(list, true)
  const stop = () => request.abandon()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const sent = await send(remote, list, request)
    if (sent.kind === 'refused') return undefined
    await takeAnswer(remote, request, sent.response)
    const result = (await request.answered).value()?.result
    return isObject(result) ? result : undefined
  } finally {
    signal.removeEventListener('abort', stop)
    remote.open.remove(request)
  }
}
