import { createdBy } from '../adapter/created.ts'
import { isReadingOf } from '../adapter/read.ts'
import type { Role } from '../adapter/roles.ts'
import type { Answer } from '../relay/intercept.ts'
import type { Hand } from './hand.ts'
import { isLong } from './judge.ts'
import { bodyOf, type Place, unread } from './observe.ts'

/**
 * Reads every resource that a call names before it is made. Not where the call is itself the reading: its own answer
 * will show the resource, and the server is asked once.
 */
export async function lookBefore(hand: Hand): Promise<Place[]> {
  const { known, roles } = hand
  return Promise.all(
    roles.map(async role => {
      if (known === undefined || !role.rule.read.before) return { role, sight: unread('not asked') }
      if (isOwnReading(hand, role)) return { role, sight: unread('the call itself reads it') }
      return { role, sight: await known.observer.look(role, hand.ask) }
    }),
  )
}

/**
 * Reads them again after it, and what it created. A call that only reads changed nothing: what was seen before, or its
 * own answer where it was the reading, is what there is now. An answer of many megabytes is not looked into.
 */
export async function lookAfter(hand: Hand, before: readonly Place[], answer: Answer): Promise<Place[]> {
  const { known, standing } = hand
  const isShort = answer.kind === 'answer' && !isLong(answer.message)
  const body = known !== undefined && isShort ? bodyOf(answer.message.value()) : undefined
  if (known === undefined || (body === undefined && isShort) || answer.kind !== 'answer')
    return before.map(({ role }) => ({ role, sight: unread('no answer') }))
  const { observer, adapter } = known
  const created = createdBy(adapter, hand.tool, hand.args, body ?? {}).map(role => ({
    role,
    sight: unread('it was not there'),
  }))
  return Promise.all(
    [...before, ...created].map(async place => {
      const { role } = place
      if (isOwnReading(hand, role))
        return { role, sight: body === undefined ? unread('too long') : observer.seen(role, body) }
      if (standing.effect === 'READ_ONLY') return place
      return { role, sight: role.rule.read.after ? await observer.look(role, hand.ask) : unread('not asked') }
    }),
  )
}

function isOwnReading({ tool, args }: Hand, { rule }: Role): boolean {
  return isReadingOf(rule, tool, args) !== undefined
}
