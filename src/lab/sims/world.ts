import type { Json, JsonObject } from '../../json.ts'
import { type Random, randomFor } from '../random.ts'
import type { SimRules } from './rules.ts'

/** Every resource that exists, by id, hidden fields included. */
export type Resources = Readonly<Record<string, JsonObject>>

/** A simulated server at one moment: a value, so that what would happen can be looked at without its happening. */
export interface World {
  readonly seed: number
  readonly resources: Resources
  /** What was there before the last few changes, the oldest first: what a list that lags behind shows. */
  readonly before: readonly Resources[]
  /** Calls that were made: decides what is left to chance. */
  readonly calls: number
  /** The drift switch. */
  readonly drifted: boolean
}

/** A world with so many resources; their ids, fields and hidden fields follow from the seed. */
export function worldOf(rules: SimRules, seed: number, fixtures: number): World {
  const random = randomFor(seed, rules.name, 'fixtures')
  const all = Array.from({ length: fixtures }, (_, index) => {
    const start = rules.starts[index % rules.starts.length] ?? {}
    const id = idOf(rules, seed, index + 1)
    return [id, fieldsFor(rules, id, start, random)] as const
  })
  return { seed, resources: Object.fromEntries(all), before: [], calls: 0, drifted: false }
}

/** The id of the n-th resource of a seed. */
export function idOf(rules: SimRules, seed: number, n: number): string {
  return rules.ids.replace('{seed}', String(seed)).replace('{n}', String(n))
}

/** All fields of a resource: as given, else drawn. */
export function fieldsFor(rules: SimRules, id: string, given: JsonObject, random: Random): JsonObject {
  const drawn = Object.entries(rules.draws).map(([name, values]): [string, Json] => {
    const value = random.pick(values) ?? null
    return [name, given[name] ?? (name in given ? null : value)]
  })
  return { id, ...Object.fromEntries(drawn) }
}

/** What an answer shows of a resource. */
export function visible(rules: SimRules, fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in rules.hidden)))
}

/** What the list shows: how things stood a few changes ago. */
export function listed({ lag }: SimRules, { resources, before }: World): Resources {
  return before.length < lag ? (before[0] ?? resources) : (before[before.length - lag] ?? resources)
}
