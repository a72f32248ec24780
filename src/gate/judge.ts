import { failureOf } from '../adapter/failure.ts'
import type { Outcome } from '../graph/evidence.ts'
import { type Asked, outcomeOf } from '../graph/outcome.ts'
import { isObject } from '../json.ts'
import type { Answer } from '../relay/intercept.ts'
import type { Message } from '../relay/message.ts'
import { longestToAnnotate } from './annotate.ts'
import { digestOfBytes } from './digest.ts'
import type { Hand } from './hand.ts'
import type { LivedCall } from './lived.ts'

/** What the call did, as the server's answer tells. Without an answer nobody knows. */
export function judge(hand: Hand, answer: Answer, call: LivedCall): Outcome {
  if (answer.kind !== 'answer' && answer.kind !== 'timeout' && answer.unsent)
    return { kind: 'unsent', why: answer.kind === 'gone' ? 'server-gone' : 'cancelled' }
  if (answer.kind === 'gone') return { kind: 'unknown', why: 'server-gone' }
  if (answer.kind !== 'answer') return { kind: 'unknown', why: answer.kind }
  if (isLong(answer.message)) return { kind: 'unknown', why: 'too-long' }
  const value = answer.message.value() ?? {}
  const asked = askedOf(hand, call)
  if (isObject(value.error)) return outcomeOf({ error: value.error }, asked)
  return outcomeOf({ result: isObject(value.result) ? value.result : {} }, asked)
}

/** What judging an answer needs to know of the call. */
export function askedOf({ tool, args, known, standing }: Hand, { atoms, breaksSchema }: LivedCall): Asked {
  const failure = known ? failureOf(known.adapter, tool) : []
  return { args, atoms, failure, reads: standing.effect === 'READ_ONLY', breaksSchema }
}

/** Digest of an answer for the log, or why there is none. */
export function replyDigest(answer: Answer): string {
  if (answer.kind !== 'answer') return answer.kind !== 'timeout' && answer.unsent ? 'none' : 'lost'
  return isLong(answer.message)
    ? digestOfBytes(String(sizeOf(answer.message)))
    : digestOfBytes(answer.message.bytes())
}

/** An answer of many megabytes is data, passed on in the pieces in which it came: errors are short. */
export function isLong(message: Message): boolean {
  return sizeOf(message) > longestToAnnotate
}

function sizeOf({ line }: Message): number {
  return line.reduce((sum, piece) => sum + piece.length, 0)
}
