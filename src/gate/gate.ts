import type { Decision } from '../advice/decide.ts'
import { decide } from '../advice/decide.ts'
import { findingInWords } from '../advice/words.ts'
import type { Held, Intercept } from '../relay/intercept.ts'
import { lineAt } from './advise.ts'
import { withLines } from './annotate.ts'
import { digestOf } from './digest.ts'
import { clientOf } from './era.ts'
import { type Hand, takeInHand } from './hand.ts'
import { hidesText } from './hidden-text.ts'
import { isLong, judge, replyDigest } from './judge.ts'
import { list, listForOurselves } from './list.ts'
import { callFrom, evidenceFrom } from './lived.ts'
import { lookAfter, lookBefore } from './look.ts'
import type { Memory, Record } from './memory.ts'
import { bodyOf, type Place } from './observe.ts'
import { type Crossing, createCrossing } from './overlap.ts'
import { answerOwnTool } from './own-answers.ts'
import { isOwnTool } from './own-tools.ts'
import type { GateParts } from './parts.ts'
import { noteFor } from './sentences.ts'
import { holdUnapproved, isTurnedAway, ownAnswer, turnedAway } from './turn-away.ts'

/**
 * The gate of one server: what looks at `tools/list` and `tools/call`. If anything of it fails, the call goes on as
 * if nobody had looked, except that in `block` what a person has to approve stays held.
 */
export function createGate(parts: GateParts): Intercept {
  const crossing = createCrossing()
  const says = createSpeaker(parts)
  return {
    list: held => list(parts, held),
    async call(held) {
      if (parts.catalogue.tools.size === 0 && parts.policy.mode() !== 'pass')
        await listForOurselves(parts, held)
      const hand = takeInHand(parts, held)
      if (isOwnTool(hand.tool)) return answerOurs(parts, hand, hand.tool)
      if (hand.mode === 'pass') return undefined
      if (parts.memory === undefined) return holdUnapproved(parts, hand)
      try {
        return await through(parts, parts.memory, hand, crossing, says)
      } catch (problem) {
        parts.tell(problem)
        return holdUnapproved(parts, hand)
      }
    },
  }
}

/** One call's way: observe, decide, forward, observe, learn, annotate. */
async function through(parts: GateParts, memory: Memory, hand: Hand, crossing: Crossing, says: Speaker) {
  const reads = hand.standing.effect === 'READ_ONLY'
  const passage = crossing.enter(
    hand.roles.map(({ ref }) => ref),
    reads,
  )
  try {
    const before = await lookBefore(hand)
    const model = await memory.model()
    const call = callFrom(hand, before, parts.catalogue.schemaOf(hand.tool))
    const decision = decide(hand.mode, model, call)
    const record = recordOf(parts, hand, decision)
    if (isTurnedAway(decision)) {
      await memory.note(record)
      const why = turnedAway(parts, hand, decision, model, before)
      return ownAnswer(hand, [why, ...says.always(lineAt(parts, model, before))].join('\n'), true)
    }
    const answer = await hand.forward()
    const after = await lookAfter(hand, before, answer)
    const lived = { after, outcome: judge(hand, answer, call.atoms), overlapped: passage.overlapped() }
    await memory.keep(evidenceFrom(call, lived, parts), { ...record, replyDigest: replyDigest(answer) })
    return await annotated(parts, memory, hand, decision, after, answer, says)
  } finally {
    passage.leave()
  }
}

async function annotated(
  parts: GateParts,
  memory: Memory,
  hand: Hand,
  decision: Decision,
  after: readonly Place[],
  answer: Awaited<ReturnType<Held['forward']>>,
  says: Speaker,
): Promise<Buffer | undefined> {
  if (hand.mode === 'observe' || answer.kind !== 'answer' || isLong(answer.message)) return undefined
  const value = answer.message.value()
  const result = bodyOf(value)
  if (result === undefined || value?.error !== undefined) return undefined
  const note =
    decision.kind === 'note' ? [noteFor(hand.tool, decision.finding, hand.known !== undefined)] : []
  const line = says.once(lineAt(parts, await memory.model(), after))
  const hides = hidesText(clientOf(hand.request, hand.held.hello), parts.policy.structured)
  return withLines(answer.message.bytes(), result, [...note, ...line], hides)
}

/** Says the line about a state. The same line is not said twice in a row with results; a refusal always carries it. */
interface Speaker {
  once(line: string | undefined): string[]
  always(line: string | undefined): string[]
}

function createSpeaker({ policy }: GateParts): Speaker {
  let last: string | undefined
  const always = (line: string | undefined) => {
    if (line === undefined || !policy.hints) return []
    last = line
    return [line]
  }
  return { always, once: line => (line === last ? [] : always(line)) }
}

async function answerOurs(
  parts: GateParts,
  hand: Hand,
  tool: Parameters<typeof answerOwnTool>[1],
): Promise<Buffer> {
  const { text, isError } = await answerOwnTool(parts, tool, hand.args, hand.ask)
  return ownAnswer(hand, text, isError)
}

function recordOf(parts: GateParts, hand: Hand, decision: Decision): Record {
  return {
    at: parts.now(),
    tool: hand.tool,
    resources: [...new Set(hand.roles.map(({ ref }) => ref))],
    decision: decided[decision.kind],
    reason:
      'finding' in decision
        ? findingInWords(decision.finding)
        : decision.kind === 'hold'
          ? 'needs approval'
          : '',
    requestDigest: digestOf([hand.tool, hand.args]),
    replyDigest: 'none',
  }
}

const decided = { forward: 'forwarded', note: 'noted', refuse: 'refused', hold: 'held' } as const
