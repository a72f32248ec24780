import type { ResourceRule } from '../adapter.ts'
import { normalise } from '../normalise.ts'
import { isReadingOf } from '../read.ts'
import type { ResourceForm } from '../schema.ts'
import type { Sample } from './evidence.ts'
import type { DraftedResource } from './resource.ts'

/** The rule that a block is, as the proxy would have it. */
export function ruleOf(block: DraftedResource): ResourceRule {
  const [rule] = normalise({ server_id: 'draft', resources: [block as ResourceForm] }).resources
  if (rule === undefined) throw new Error('a block is a rule')
  return rule
}

/** Ids that a call of a reading tool means: its own, or every one that it may be about. */
export function idsOf(
  block: DraftedResource,
  { tool, arguments: args }: Sample,
  ids: readonly string[],
): string[] {
  const own = isReadingOf(ruleOf(block), tool, args)?.at(-1)
  if (own !== undefined) return [own]
  const named = Object.values(args).flatMap(value => (Array.isArray(value) ? value : [value]))
  return [...ids, ...named.filter(each => typeof each === 'string' || typeof each === 'number').map(String)]
}
