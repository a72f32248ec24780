import { at, isObject } from '../json.ts'
import type { Held } from '../relay/intercept.ts'
import type { Gate } from './context.ts'
import { clientOf, metaForReading } from './era.ts'
import { hidesText } from './hidden-text.ts'
import { asksFirstPage, toolsIn, withOwnTools } from './listing.ts'
import type { GateParts } from './parts.ts'

/** One `tools/list`: the server's own tools are remembered, and ours stand behind them on the first page. */
export async function list({ parts, promises, checks }: Gate, held: Held): Promise<Buffer | undefined> {
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
  if (mode !== 'pass') checks.warm()
  const speaks = mode !== 'pass' && mode !== 'observe' && parts.policy.hints
  const dropSchemas = speaks && hidesText(clientOf(request, held.hello), parts.policy.structured, false)
  const edited =
    mode === 'pass' ? undefined : withOwnTools(answer.message.bytes(), tools, isFirst, dropSchemas)
  promises.shown(tools, dropSchemas && edited !== undefined)
  return edited
}

/** Most pages that are asked for at once. */
const mostPages = 50

/**
 * Asks for the tools ourselves, where a host calls one without having listed them since we know this server: without
 * them nobody knows what may be read, and what has to be approved.
 */
export async function listForOurselves(parts: GateParts, held: Held): Promise<void> {
  const meta = metaForReading(held.request.value() ?? {})
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const answer = await held.ask('tools/list', cursor === undefined ? meta : { ...meta, cursor })
    const value = answer.kind === 'answer' ? answer.message.value() : undefined
    const tools = toolsIn(value)
    if (tools === undefined) return
    parts.catalogue.take(tools, page === 0)
    const next = at(value, 'result.nextCursor')
    if (typeof next !== 'string') break
    cursor = next
  }
  await parts.listed().catch(parts.tell)
}
