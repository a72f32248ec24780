import type { Json } from '../json.ts'
import { changeKey } from './changes.ts'
import type { StateKey } from './evidence.ts'
import { edgeKey, type ToolModel } from './model.ts'
import { absent, changes, featuresIn, spell, stateOf } from './state.ts'
import { workedOut } from './worked-out.ts'

/** One thing that a tool changes, with what it rests on. */
export interface Effect {
  /** The feature, `exists` for creation and deletion. */
  readonly feature: string
  /** The new value; null where it is not always the same. */
  readonly value: Json
  /** Always this value, what an argument says, so much more or less, or nobody knows what. */
  readonly how: 'constant' | 'copied' | 'counter' | 'unknown'
  /** The argument it is copied from. */
  readonly from?: string
  /** By how much it counts. */
  readonly step?: number
  /** Successes in which this change was seen. */
  readonly support: number
  /** Successes in which it could have been seen. */
  readonly of: number
}

/** What a tool changed from exactly this state, most often seen first. Empty where it never worked here. */
export function effectsFrom(tool: ToolModel, role: string, state: StateKey): Effect[] {
  const edge = tool.edges.get(edgeKey(role, state))
  return edge === undefined ? [] : told(tool, role, tally([[state, edge.after]]))
}

/** What a tool changes, from whichever state: to one value, to what an argument says, by so much, or nobody knows how. */
export function effectsOf(tool: ToolModel, role: string): readonly Effect[] {
  return workedOut(tool, 'effects', role, () => {
    const edges = [...tool.edges.values()].filter(each => each.role === role)
    return told(tool, role, tally(edges.map(({ state, after }) => [state, after])))
  })
}

/** One effect a feature: where several values were seen, by what they have in common. */
function told(tool: ToolModel, role: string, seen: readonly Seen[]): Effect[] {
  const byFeature = new Map<string, Seen[]>()
  for (const each of seen) byFeature.set(each.feature, [...(byFeature.get(each.feature) ?? []), each])
  return [...byFeature.values()].flatMap((values): Effect[] => {
    const [first] = values
    if (first === undefined) return []
    const { feature, of } = first
    const support = values.reduce((sum, each) => sum + each.support, 0)
    const change = tool.changes.get(changeKey(role, feature))
    const [from] = change?.from ?? []
    const value = values.length === 1 ? first.value : null
    if (from !== undefined) return [{ feature, value, how: 'copied', from, support, of }]
    if (values.length === 1) return [{ feature, value, how: 'constant', support, of }]
    const step = change?.step ?? null
    if (step !== null) return [{ feature, value, how: 'counter', step, support, of }]
    return [{ feature, value, how: 'unknown', support, of }]
  })
}

/**
 * The state that a tool most often led to from here; where it never worked here, the state that its constant effects
 * would make of this one. undefined where nothing is known.
 */
export function nextState(tool: ToolModel, role: string, state: StateKey): StateKey | undefined {
  const key = edgeKey(role, state)
  return workedOut(tool, 'next', key, () => {
    const after = tool.edges.get(key)?.after
    return after !== undefined && after.size > 0 ? mostOften(after) : applied(state, effectsOf(tool, role))
  })
}

/** An effect in words: `tests_passed becomes true`, `status becomes args.to`, `it is created`. */
export function effectInWords({ feature, value, how = 'constant', from, step = 0 }: Told): string {
  if (feature === 'exists' && value !== null) return value === true ? 'it is created' : 'it no longer exists'
  switch (how) {
    case 'constant':
      return `${feature} becomes ${spell(value)}`
    case 'copied':
      return `${feature} becomes ${from}`
    case 'counter':
      return `${feature} ${step < 0 ? 'falls' : 'grows'} by ${Math.abs(step)}`
    case 'unknown':
      return feature === 'exists' ? 'it is created or no longer exists' : `${feature} changes`
  }
}

/** What is to be put in words; a constant where it is not said how. */
type Told = Pick<Effect, 'feature' | 'value'> & Partial<Effect>

interface Seen {
  readonly feature: string
  readonly value: Json
  readonly support: number
  readonly of: number
}

function tally(transitions: readonly (readonly [StateKey, ReadonlyMap<StateKey, number>])[]): Seen[] {
  const effects = new Map<string, { feature: string; value: Json; support: number }>()
  let of = 0
  for (const [before, after] of transitions) {
    for (const [state, times] of after) {
      of += times
      for (const [feature, value] of changes(before, state)) {
        const key = `${feature}=${JSON.stringify(value)}`
        const known = effects.get(key) ?? { feature, value, support: 0 }
        known.support += times
        effects.set(key, known)
      }
    }
  }
  return [...effects.values()]
    .map(each => ({ ...each, of }))
    .sort((a, b) => b.support - a.support || (a.feature < b.feature ? -1 : 1))
}

function mostOften(after: ReadonlyMap<StateKey, number>): StateKey {
  const [first] = [...after].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return first?.[0] ?? absent
}

/** Where what a feature becomes is not known, nor what follows from here. */
function applied(state: StateKey, effects: readonly Effect[]): StateKey | undefined {
  const known = effects.filter(
    each => each.value !== null || each.how === 'counter' || each.how === 'constant',
  )
  if (known.length === 0) return undefined
  if (known.some(({ feature, value }) => feature === 'exists' && value === false)) return absent
  const features = new Map(featuresIn(state).filter(([name]) => name !== 'exists'))
  for (const { feature, value, how, step = 0 } of known) {
    const now = features.get(feature)
    if (how !== 'counter') features.set(feature, value)
    else if (typeof now === 'number') features.set(feature, now + step)
  }
  features.delete('exists')
  return stateOf([...features])
}
