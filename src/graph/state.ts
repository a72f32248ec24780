import type { Json } from '../json.ts'
import { digest } from './digest.ts'
import type { StateKey } from './evidence.ts'

/** One feature of a state: its name and its value. */
export type Feature = readonly [name: string, value: Json]

/** The state of a resource that does not exist. Non-existence is an observation like any other. */
export const absent: StateKey = 'exists=false'

/** Longest value of a feature that a state spells out; a longer one is cut and told apart by its digest. */
const longestValue = 64

/**
 * The canonical text of a state: features sorted by name, `status=DRAFT, tests_passed=false`.
 * A resource of which no feature is known still exists, and that is all that is said: `exists=true`.
 */
export function stateOf(features: readonly Feature[]): StateKey {
  if (features.length === 0) return 'exists=true'
  return [...features]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${spell(name)}=${spell(short(value))}`)
    .join(', ')
}

/** The features that a state's text names, in its order. Reads exactly what `stateOf` writes. */
export function featuresIn(state: StateKey): Feature[] {
  const features: Feature[] = []
  const part = /("(?:[^"\\]|\\.)*"|[^=",]+)=("(?:[^"\\]|\\.)*"|[^",]+)(?:, |$)/y
  for (let match = part.exec(state); match !== null; match = part.exec(state)) {
    features.push([String(read(match[1] ?? '', true)), read(match[2] ?? '', false)])
  }
  return features
}

/** A state as people and models read it: `[status=DRAFT, tests_passed=false]`. */
export function inBrackets(state: StateKey | null): string {
  return state === null ? '[could not be read]' : `[${state}]`
}

/** The features of `after` that differ from `before`, each with its new value; existence counts as a feature. */
export function changes(before: StateKey, after: StateKey): Feature[] {
  if (before === after) return []
  if (after === absent) return [['exists', false]]
  const old = new Map(featuresIn(before).map(([name, value]) => [name, JSON.stringify(value)]))
  const changed = featuresIn(after).filter(([name, value]) => old.get(name) !== JSON.stringify(value))
  return before === absent ? [['exists', true], ...changed.filter(([name]) => name !== 'exists')] : changed
}

/** One value as a state spells it: bare where nothing could be mistaken, else as JSON. */
export function spell(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const bare = /^[A-Za-z_][\w.-]*$/.test(value) && !['true', 'false', 'null'].includes(value)
  return bare ? value : JSON.stringify(value)
}

function short(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= longestValue && (value === null || typeof value !== 'object')) return value
  return `${text.slice(0, 40)}…${digest(text)}`
}

function read(text: string, isName: boolean): Json {
  if (text.startsWith('"')) return JSON.parse(text) as string
  if (isName) return text
  if (['true', 'false', 'null'].includes(text) || /^-?\d/.test(text)) return JSON.parse(text) as Json
  return text
}
