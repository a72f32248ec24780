import { clean } from '../../advice/words.ts'
import { type Considered, consider } from '../../gate/consider.ts'
import { digestOf } from '../../gate/digest.ts'
import { type Hand, takeInHand } from '../../gate/hand.ts'
import { judge, replyDigest } from '../../gate/judge.ts'
import { evidenceFrom } from '../../gate/lived.ts'
import { lookAfter } from '../../gate/look.ts'
import type { Record } from '../../gate/memory.ts'
import { answerOf } from '../../gate/own-tools.ts'
import { inBrackets } from '../../graph/state.ts'
import { isObject, type JsonObject } from '../../json.ts'
import type { Answer, Held } from '../../relay/intercept.ts'
import { messageOf } from '../../relay/message.ts'
import { type Action, actionFrom, type Execution, refused, type Turned } from './action.ts'
import { byEvidence, byKey, byPolicy } from './rulings.ts'

/**
 * Carries out one offer on the agent's behalf, if everything speaks for it: the host's policy, the evidence, and the
 * resource as it is now, which is read again first. Every decision is in the log before anything is done about it.
 */
export async function execute(parts: Execution, given: JsonObject): Promise<JsonObject> {
  const action = actionFrom(parts, given)
  if (!('tool' in action)) return await turnAway(parts, given, undefined, action)
  const early = byPolicy(parts, action) ?? byKey(parts, action)
  if (early !== undefined) return await turnAway(parts, given, action, early)
  const hand = takeInHand(parts.gate.parts, heldFor(parts, action))
  const considered = await consider(parts.gate, parts.memory, hand)
  const late = byEvidence(parts, action, considered)
  if (late !== undefined) return await turnAway(parts, given, action, late)
  return await run(parts, action, hand, considered)
}

/**
 * Says in the log what is to be done, claims the key, sends the call, keeps its answer, looks again and learns: in this
 * order. From the sending on nothing of ours that fails may hide from the agent what became of the call.
 */
async function run(
  parts: Execution,
  action: Action,
  hand: Hand,
  considered: Considered,
): Promise<JsonObject> {
  const { gate, memory, journal } = parts
  const changes = hand.standing.effect !== 'READ_ONLY'
  const reason = `execute_offered_action${changes ? `, key ${digestOf(action.key).slice(0, 12)}` : ''}`
  await memory.note({ ...considered.record, decision: 'approved', reason })
  if (changes && !(await journal.begin(action.key, action.request)))
    return await turnAway(
      parts,
      {},
      action,
      byKey(parts, action) ?? refused('this idempotency_key is in use'),
    )
  const answer = await hand.forward()
  const result = resultOf(answer)
  const { tell } = gate.parts
  if (changes && result !== undefined)
    await journal.finish(action.key, action.request, short(result)).catch(tell)
  const now = await learnFrom(parts, action, hand, considered, { answer, reason })
  if (result === undefined)
    return answerOf(
      `The server gave no answer (${answer.kind}), so nobody knows whether this was carried out. It is not sent again under this key. The resource is now ${now}.`,
      true,
    )
  const before = clean(inBrackets(action.state), 300)
  const subject = `${clean(action.tool, 60)} on ${clean(action.ref, 200)}`
  return withLine(result, `mcpgraphy ran ${subject}: ${before} became ${now}`)
}

/** What the action showed is evidence like any other. Gives the state that the resource is in now, in words. */
async function learnFrom(
  { gate, memory }: Execution,
  action: Action,
  hand: Hand,
  considered: Considered,
  { answer, reason }: { readonly answer: Answer; readonly reason: string },
): Promise<string> {
  try {
    const after = await lookAfter(hand, considered.before, answer)
    const outcome = judge(hand, answer, considered.call)
    const evidence = evidenceFrom(considered.call, { after, outcome, overlapped: false }, gate.parts)
    const record = {
      ...considered.record,
      decision: 'forwarded',
      reason,
      replyDigest: replyDigest(answer),
    } as const
    await memory.keep(evidence, record)
    const place = after.find(({ role }) => role.role === action.target.role)
    return clean(inBrackets(place?.sight.state ?? null), 300)
  } catch (problem) {
    gate.parts.tell(problem)
    return 'not known'
  }
}

async function turnAway(
  { gate, memory }: Execution,
  given: JsonObject,
  action: Action | undefined,
  turned: Turned,
): Promise<JsonObject> {
  const record: Record = {
    at: gate.parts.now(),
    tool: action?.tool ?? '',
    resources: action === undefined ? [] : [action.ref],
    decision: turned.kind === 'again' ? 'noted' : turned.kind,
    reason:
      turned.kind === 'again'
        ? 'a retry: answered with what the first call gave, not sent again'
        : turned.why,
    requestDigest: action === undefined ? digestOf(given) : digestOf([action.tool, action.args]),
    replyDigest: 'none',
  }
  await memory.note(record)
  if (turned.kind === 'again')
    return withLine(
      turned.result,
      'mcpgraphy answered this retry with what the first call gave; it was not sent again',
    )
  return answerOf(`mcpgraphy ${turned.kind === 'held' ? 'held' : 'refused'} this: ${turned.why}.`, true)
}

/** The call as the gate takes one in hand: nobody but us has sent it, and it goes to the server only by `forward`. */
function heldFor({ downstream }: Execution, { tool, args }: Action): Held {
  const params = { name: tool, arguments: args }
  const request = messageOf({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  let sent: Promise<Answer> | undefined
  return {
    request,
    hello: {},
    signal: new AbortController().signal,
    ask: downstream.ask,
    askHost: async () => ({ kind: 'gone' }),
    forward: () => {
      sent ??= downstream.ask('tools/call', params, { timeoutMs: patience })
      return sent
    },
  }
}

/** How long an action may take, in milliseconds. */
const patience = 120_000

/** The result of a call; an error of the protocol as the result that says so; nothing where no answer came. */
function resultOf(answer: Answer): JsonObject | undefined {
  if (answer.kind !== 'answer') return undefined
  const { result, error } = answer.message.value() ?? {}
  if (isObject(result)) return result
  const message = isObject(error) && typeof error.message === 'string' ? error.message : 'it gave no reason'
  return answerOf(`The server refused the call: ${clean(message, 500)}`, true)
}

/** What is kept of an answer for a retry. */
function short(result: JsonObject): JsonObject {
  if (JSON.stringify(result).length <= mostKept) return result
  return answerOf(
    'It was carried out. Its answer was too long to be kept; read the resource.',
    result.isError === true,
  )
}

const mostKept = 256 * 1024

function withLine(result: JsonObject, line: string): JsonObject {
  const content = Array.isArray(result.content) ? result.content : []
  return { ...result, content: [...content, { type: 'text', text: line }] }
}
