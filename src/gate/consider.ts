import { type Decision, decide } from '../advice/decide.ts'
import { findingInWords } from '../advice/words.ts'
import type { Model } from '../graph/model.ts'
import type { Gate } from './context.ts'
import { digestOf } from './digest.ts'
import type { Hand } from './hand.ts'
import { callFrom, type LivedCall } from './lived.ts'
import { lookBefore } from './look.ts'
import type { Memory, Record } from './memory.ts'
import type { Place } from './observe.ts'
import type { GateParts } from './parts.ts'

/** A call as it was looked at and decided, and what the log will say of it. */
export interface Considered {
  readonly before: readonly Place[]
  readonly model: Model
  readonly call: LivedCall
  readonly decision: Decision
  readonly record: Record
}

/** Reads the resources of a call, and decides by what is known. */
export async function consider({ parts, relent }: Gate, memory: Memory, hand: Hand): Promise<Considered> {
  const before = await lookBefore(hand)
  const model = await memory.model()
  const call = callFrom(hand, before, parts.catalogue.schemaOf(hand.tool), parts.now())
  const decided = decide(hand.mode, model, { ...call, authorization: hand.authorization() })
  const decision = await relent(memory, hand, decided)
  return { before, model, call, decision, record: recordOf(parts, hand, decision) }
}

function recordOf(parts: GateParts, hand: Hand, decision: Decision): Record {
  return {
    at: parts.now(),
    tool: hand.tool,
    resources: [...new Set(hand.roles.map(({ ref }) => ref))],
    decision: logged[decision.kind],
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

const logged = { forward: 'forwarded', note: 'noted', refuse: 'refused', hold: 'held' } as const
