import { isObject } from '../json.ts'
import type { Held } from '../relay/intercept.ts'
import { clientOf } from './era.ts'
import { hidesText } from './hidden-text.ts'
import { asksFirstPage, toolsIn, withOwnTools } from './listing.ts'
import type { GateParts } from './parts.ts'

/** One `tools/list`: the server's own tools are remembered, and ours stand behind them on the first page. */
export async function list(parts: GateParts, held: Held): Promise<Buffer | undefined> {
  const answer = await held.forward()
  const value = answer.kind === 'answer' ? answer.message.value() : undefined
  const tools = toolsIn(value)
  if (answer.kind !== 'answer' || tools === undefined) return undefined
  const request = held.request.value() ?? {}
  const isFirst = asksFirstPage(request)
  parts.catalogue.take(tools, isFirst)
  const isLast = !isObject(value?.result) || typeof value.result.nextCursor !== 'string'
  if (isLast) await parts.listed().catch(parts.tell)
  const mode = parts.policy.mode()
  if (mode === 'pass') return undefined
  const speaks = mode !== 'observe' && parts.policy.hints
  const dropSchemas = speaks && hidesText(clientOf(request, held.hello), parts.policy.structured)
  return withOwnTools(answer.message.bytes(), tools, isFirst, dropSchemas)
}
