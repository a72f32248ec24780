import { idArguments } from '../adapter/roles.ts'
import type { Outcome } from '../graph/evidence.ts'
import { isObject, type Json } from '../json.ts'
import type { Hand } from './hand.ts'
import type { Place } from './observe.ts'
import type { Passage } from './overlap.ts'

/** Says of successes whether they changed anything. */
export interface Changes {
  /**
   * A success with whether it changed anything that can be read of its resources: all that was read is compared, not
   * only the features of a state. Nobody can tell of a tool that only reads, where a resource was not read before and
   * after, where another call was under way on it, or where a content may have been exchanged for another within the
   * second that a reading tells apart.
   */
  judge(
    hand: Hand,
    sights: { before: readonly Place[]; after: readonly Place[] },
    outcome: Outcome,
    passage: Passage,
  ): Outcome
}

export function createChanges(now: () => number): Changes {
  const touched = new Map<string, number>()
  return {
    judge(hand, { before, after }, outcome, passage) {
      if (hand.standing.effect === 'READ_ONLY') return outcome
      const wasJustTouched = after.some(({ role }) => now() - (touched.get(role.ref) ?? -moment) < moment)
      for (const { role } of after) touch(touched, role.ref, now())
      if (outcome.kind !== 'ok' || before.length === 0 || passage.overlapped()) return outcome
      if (before.some(({ role }) => role.rule.read.reuseMs > 0)) return outcome
      if (after.length > before.length) return { kind: 'ok', changed: true } // it created something
      const pairs = before.map(({ sight }, index) => [sight, after[index]?.sight] as const)
      if (pairs.some(([was, is]) => was.state === null || is === undefined || is.state === null))
        return outcome
      const changed = pairs.some(([was, is]) => was.look !== is?.look)
      return !changed && wasJustTouched && bringsContent(hand) ? outcome : { kind: 'ok', changed }
    },
  }
}

/** Servers tell times in whole seconds: two changes within so many milliseconds may look the same. */
const moment = 2000

/** The oldest is forgotten first. */
function touch(touched: Map<string, number>, ref: string, at: number): void {
  touched.delete(ref)
  touched.set(ref, at)
  const [oldest] = touched.keys()
  if (touched.size > 1000 && oldest !== undefined) touched.delete(oldest)
}

/** Does the call bring more than names and choices: a text, a list, an object? */
function bringsContent({ known, tool, args }: Hand): boolean {
  const ids = known === undefined ? new Set<string>() : idArguments(known.adapter, tool)
  return Object.entries(args).some(
    ([name, value]) => !ids.has(name) && !ids.has(`${name}[*]`) && isContent(value),
  )
}

function isContent(value: Json): boolean {
  return (
    Array.isArray(value) || isObject(value) || (typeof value === 'string' && !/^[\w-]{0,32}$/.test(value))
  )
}
