import { type Decision, decide } from '../advice/decide.ts'
import { findingInWords } from '../advice/words.ts'
import { versioned } from '../graph/drift.ts'
import type { Model } from '../graph/model.ts'
import type { Gate } from './context.ts'
import { digestOf } from './digest.ts'
import { serverVersion } from './era.ts'
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
export async function consider(gate: Gate, memory: Memory, hand: Hand): Promise<Considered> {
  const { parts, relent, checks } = gate
  const listed = parts.catalogue.tools.get(hand.tool)
  const [before, violations] = await Promise.all([lookBefore(hand), checks.violationsOf(listed, hand.args)])
  const model = await memory.model()
  const schema = versioned(parts.catalogue.schemaOf(hand.tool), serverVersion(hand.held.hello))
  const tool = model.tools.get(hand.standing.label)
  const call = callFrom(hand, before, schema, parts.now(), { violations, tool })
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
    reason: reasonOf(decision),
    requestDigest: digestOf([hand.tool, hand.args]),
    replyDigest: 'none',
  }
}

function reasonOf(decision: Decision): string {
  if (decision.kind === 'hold') return 'needs approval'
  if (decision.kind === 'forward') return ''
  const also = decision.kind === 'note' ? decision.also : undefined
  return [decision.finding, also].flatMap(each => (each === undefined ? [] : findingInWords(each))).join('; ')
}

const logged = { forward: 'forwarded', note: 'noted', refuse: 'refused', hold: 'held' } as const
