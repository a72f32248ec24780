import type { Outcome } from '../graph/evidence.ts'
import { outcomeOf } from '../graph/outcome.ts'
import type { Answer, Held, Intercept } from '../relay/intercept.ts'
import { lineAt } from './advise.ts'
import { annotated } from './annotated.ts'
import { type Clearance, clear } from './clear.ts'
import { type Considered, consider } from './consider.ts'
import { createContext, type Gate } from './context.ts'
import { type Hand, takeInHand } from './hand.ts'
import { askedOf, judge, replyDigest } from './judge.ts'
import { carryingOn } from './legs.ts'
import { list, listForOurselves } from './list.ts'
import { evidenceFrom } from './lived.ts'
import { lookAfter } from './look.ts'
import type { Memory } from './memory.ts'
import { outcomeNote } from './outcome-words.ts'
import type { Passage } from './overlap.ts'
import { answerOwnTool } from './own-answers.ts'
import { isOwnTool, ownPrefix } from './own-tools.ts'
import type { GateParts } from './parts.ts'
import { holdUnapproved, ownAnswer, turnedAway } from './turn-away.ts'

/**
 * The gate of one server: what looks at `tools/list` and `tools/call`, and at the end of the tasks that calls became.
 * If anything of it fails, the call goes on as if nobody had looked, except that in `block` what a person has to
 * approve stays held.
 */
export function createGate(parts: GateParts): Intercept {
  const gate = createContext(parts)
  return {
    list: held => list(gate, held),
    call: held => call(gate, held),
    task: held => task(gate, held),
    passes: request => parts.policy.mode() === 'pass' && !request.bytes().includes(ownPrefix),
    admitsUnseen: () => gate.parts.policy.mode() !== 'block',
  }
}

async function call(gate: Gate, held: Held): Promise<Buffer | undefined> {
  const { parts } = gate
  if (parts.catalogue.tools.size === 0 && parts.policy.mode() !== 'pass') await listForOurselves(parts, held)
  const hand = takeInHand(parts, held)
  if (isOwnTool(hand.tool) && !parts.catalogue.tools.has(hand.tool)) {
    const { text, isError } = await answerOwnTool(parts, hand.tool, hand.args, hand.ask)
    return ownAnswer(hand, text, isError)
  }
  if (hand.mode === 'pass') return undefined
  if (parts.memory === undefined) return holdUnapproved(parts, hand)
  const passage = gate.crossing.enter(
    hand.roles.map(({ ref }) => ref),
    hand.standing.effect === 'READ_ONLY',
  )
  try {
    return await through(gate, parts.memory, hand, passage)
  } catch (problem) {
    parts.tell(problem)
    return holdUnapproved(parts, hand)
  } finally {
    leaveAfter(hand, passage)
  }
}

/** How long a call counts as under way after nobody waits for it any more, in milliseconds: the server may still be at it. */
const afterglow = 60_000

function leaveAfter({ held, wasSent }: Hand, passage: Passage): void {
  if (held.signal.aborted && wasSent()) setTimeout(passage.leave, afterglow).unref()
  else passage.leave()
}

/** One call's way: observe, decide, forward, observe, learn, annotate. */
async function through(
  gate: Gate,
  memory: Memory,
  hand: Hand,
  passage: Passage,
): Promise<Buffer | undefined> {
  const first = await consider(gate, memory, hand)
  if (hand.held.signal.aborted) return neverSent(gate, memory, hand, first)
  const clearance = await clear(gate, memory, hand, first)
  if (clearance.kind === 'asks') return clearance.answer
  // what was there before a person was asked may have changed while they thought
  const considered = clearance.kind === 'approved' ? await consider(gate, memory, hand) : first
  if (isTurnedAway(considered, clearance)) return turnAway(gate, memory, hand, considered, clearance)
  const answer = await hand.forward(clearance.request)
  const judged = judge(hand, answer, considered.call)
  if (isDeferred(judged)) {
    gate.tasks.begin(answer, { hand, considered, memory })
    return goingOn(gate, considered, clearance, answer)
  }
  gate.sketchbook.note(memory, hand, answer)
  const after = await lookAfter(hand, considered.before, answer)
  const outcome = gate.changes.judge(hand, { before: considered.before, after }, judged, passage)
  await learnFrom(gate, memory, considered, { after, outcome, passage, answer })
  return annotated(gate, hand, considered, { after, outcome }, answer)
}

/** The host took the call back while we looked, or the server has ended: it did nothing, and that is kept. */
async function neverSent(gate: Gate, memory: Memory, hand: Hand, considered: Considered): Promise<undefined> {
  const { reason } = hand.held.signal
  if (reason !== 'gone' && reason !== 'cancelled') return undefined
  const answer: Answer = { kind: reason, unsent: true }
  const outcome = judge(hand, answer, considered.call)
  const passage = { overlapped: () => false, leave: () => undefined }
  await learnFrom(gate, memory, considered, { after: considered.before, outcome, passage, answer })
}

function isTurnedAway({ decision }: Considered, clearance: Clearance): boolean {
  return decision.kind === 'refuse' || (decision.kind === 'hold' && clearance.kind !== 'approved')
}

async function turnAway(
  gate: Gate,
  memory: Memory,
  hand: Hand,
  considered: Considered,
  clearance: Clearance,
) {
  const { parts, says } = gate
  await memory.note(considered.record)
  const why = turnedAway(parts, hand, considered, clearance.kind === 'denied' ? clearance.verdict : undefined)
  return ownAnswer(
    hand,
    [why, ...says.always(lineAt(parts, considered.model, considered.before, hand.standing.label))].join('\n'),
    true,
  )
}

/** The answer is not the outcome yet: the server asks back, or made a task of the call, which is judged at its end. */
function isDeferred(outcome: Outcome): boolean {
  return outcome.kind === 'unknown' && outcome.why === 'deferred'
}

function goingOn(
  gate: Gate,
  { call: lived }: Considered,
  clearance: Clearance,
  answer: Answer,
): Buffer | undefined {
  if (clearance.kind !== 'approved' || answer.kind !== 'answer') return undefined
  return carryingOn(answer.message, gate.seal, lived.callKey)
}

/** The end of a task, or one more look at it: passed on as it came, and learned from where it is the end. */
async function task(gate: Gate, held: Held): Promise<undefined> {
  const answer = await held.forward()
  const ended = gate.tasks.end(held.request.value() ?? {}, answer)
  if (ended === undefined) return undefined
  const { hand, considered, memory } = ended.pending
  try {
    const here = { ...hand, ask: takeInHand(gate.parts, held).ask }
    const after = await lookAfter(here, considered.before, answer)
    const outcome = outcomeOf(ended.response, askedOf(hand, considered.call))
    const passage = { overlapped: () => false, leave: () => undefined }
    await learnFrom(gate, memory, considered, { after, outcome, passage, answer })
  } catch (problem) {
    gate.parts.tell(problem)
  }
  return undefined
}

interface Lived {
  readonly after: Parameters<typeof evidenceFrom>[1]['after']
  readonly outcome: Outcome
  readonly passage: Passage
  readonly answer: Answer
}

async function learnFrom(gate: Gate, memory: Memory, considered: Considered, lived: Lived): Promise<void> {
  const { after, outcome, passage, answer } = lived
  const evidence = evidenceFrom(
    considered.call,
    { after, outcome, overlapped: passage.overlapped() },
    gate.parts,
  )
  const { record } = considered
  const reason = [record.reason, outcomeNote(outcome)].filter(each => each !== '').join('; ')
  const decision = outcome.kind === 'unsent' ? 'unsent' : record.decision
  await memory.keep(evidence, { ...record, decision, reason, replyDigest: replyDigest(answer) })
}
