import type { Json } from '../json.ts'
import type { StateKey } from './evidence.ts'
import { edgeKey, type ToolModel } from './model.ts'
import { absent, changes, featuresIn, spell, stateOf } from './state.ts'
import { workedOut } from './worked-out.ts'

/** One thing that a tool changes, with what it rests on. */
export interface Effect {
  /** The feature, `exists` for creation and deletion. */
  readonly feature: string
  readonly value: Json
  /** Successes in which this change was seen. */
  readonly support: number
  /** Successes in which it could have been seen. */
  readonly of: number
}

/** What a tool changed from exactly this state, most often seen first. Empty where it never worked here. */
export function effectsFrom(tool: ToolModel, role: string, state: StateKey): Effect[] {
  const edge = tool.edges.get(edgeKey(role, state))
  return edge === undefined ? [] : tally([[state, edge.after]])
}

/** What a tool always changed, from whichever state: effects without one success that shows another value. */
export function effectsOf(tool: ToolModel, role: string): readonly Effect[] {
  return workedOut(tool, 'effects', role, () => constantEffects(tool, role))
}

function constantEffects(tool: ToolModel, role: string): Effect[] {
  const edges = [...tool.edges.values()].filter(each => each.role === role)
  const seen = tally(edges.map(({ state, after }) => [state, after]))
  return seen.filter(effect => seen.every(other => other === effect || other.feature !== effect.feature))
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

/** An effect in words: `tests_passed becomes true`, `it no longer exists`, `it is created`. */
export function effectInWords({ feature, value }: Effect): string {
  if (feature === 'exists') return value === true ? 'it is created' : 'it no longer exists'
  return `${feature} becomes ${spell(value)}`
}

function tally(transitions: readonly (readonly [StateKey, ReadonlyMap<StateKey, number>])[]): Effect[] {
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

function applied(state: StateKey, effects: readonly Effect[]): StateKey | undefined {
  if (effects.length === 0) return undefined
  if (effects.some(({ feature, value }) => feature === 'exists' && value === false)) return absent
  const features = new Map(featuresIn(state).filter(([name]) => name !== 'exists'))
  for (const { feature, value } of effects) if (feature !== 'exists') features.set(feature, value)
  return stateOf([...features])
}
