import { at, isObject, type JsonObject } from '../json.ts'
import type { Message } from '../relay/message.ts'
import { insertMember, removeMember, replaceValue } from '../text-edit.ts'
import type { Verdict } from './approvals.ts'
import { verdictIn } from './question.ts'
import type { Carried, Seal } from './sealed.ts'

/** The key of our question among the server's. */
const questionKey = 'mcpgraphy_approval'

/** Can this host be asked within its request (revision 2026-07-28)? Each request says what the host can do. */
export function canAskByResult(request: JsonObject): boolean {
  const meta = at(request, 'params._meta')
  const capabilities = isObject(meta) ? meta['io.modelcontextprotocol/clientCapabilities'] : undefined
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined
  return isObject(elicitation) && (Object.keys(elicitation).length === 0 || elicitation.form !== undefined)
}

/** The result that asks the person: the host puts the question and sends the call again with the answer. */
export function askingResult(question: JsonObject, state: string): JsonObject {
  return {
    resultType: 'input_required',
    inputRequests: { [questionKey]: { method: 'elicitation/create', params: question } },
    requestState: state,
  }
}

/** What a call brings with it from an earlier leg, where that was ours and about this very call. */
export function carriedBy(request: JsonObject, seal: Seal, call: string): Carried | undefined {
  const carried = seal.open(at(request, 'params.requestState'))
  return carried?.call === call ? carried : undefined
}

/** What the person answered in a call that was sent again. */
export function answerIn(request: JsonObject): Verdict {
  const responses = at(request, 'params.inputResponses')
  return verdictIn(isObject(responses) ? responses[questionKey] : undefined)
}

/** The request as the server is to see it: without our question's answer, with its own state as it gave it. */
export function withoutOurs(request: Message, carried: Carried): Buffer {
  let text = request.bytes().toString('utf8')
  const state = carried.server
  text =
    (state === null
      ? removeMember(text, ['params', 'requestState'])
      : replaceValue(text, ['params', 'requestState'], JSON.stringify(state))) ?? text
  text = removeMember(text, ['params', 'inputResponses', questionKey]) ?? text
  const left = at(JSON.parse(text) as JsonObject, 'params.inputResponses')
  if (isObject(left) && Object.keys(left).length === 0)
    text = removeMember(text, ['params', 'inputResponses']) ?? text
  return Buffer.from(text)
}

/**
 * The server itself asks back on a call that was approved: its state travels inside ours, or the next leg would be
 * asked about again, for ever. undefined where it asks nothing.
 */
export function carryingOn(answer: Message, seal: Seal, call: string): Buffer | undefined {
  const result = at(answer.value(), 'result')
  if (!isObject(result) || result.resultType !== 'input_required') return undefined
  const server = typeof result.requestState === 'string' ? result.requestState : null
  const state = JSON.stringify(seal.close({ stage: 'approved', call, server }))
  const text = answer.bytes().toString('utf8')
  const edited =
    replaceValue(text, ['result', 'requestState'], state) ??
    insertMember(text, ['result'], { name: 'requestState', json: state, lead: '' })
  return edited === undefined ? undefined : Buffer.from(edited)
}
