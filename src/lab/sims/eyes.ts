import type { Adapter, ResourceRule } from '../../adapter/adapter.ts'
import { featuresOf } from '../../adapter/features.ts'
import { parseAdapter } from '../../adapter/load.ts'
import type { StateKey } from '../../graph/evidence.ts'
import { absent, stateOf } from '../../graph/state.ts'
import { canonical, type Json, type JsonObject } from '../../json.ts'
import type { SimRules } from './rules.ts'
import { visible, type World } from './world.ts'

/** The adapter of a simulator, ready for use; each is read once. */
export function adapterOf(rules: SimRules): Adapter {
  const known = adapters.get(rules) ?? parseAdapter(JSON.stringify(rules.adapter), rules.name)
  adapters.set(rules, known)
  return known
}

const adapters = new WeakMap<SimRules, Adapter>()

/** The state that the shipped adapter sees in fields as they were read; undefined: there is no such resource. */
function stateSeen(rules: SimRules, fields: JsonObject | undefined): StateKey {
  return fields === undefined ? absent : stateOf(featuresOf(ruleOf(rules), fields))
}

/** The state of a resource as it is, by what can be seen of it. */
export function stateIn(rules: SimRules, { resources }: World, id: string): StateKey {
  const fields = Object.hasOwn(resources, id) ? resources[id] : undefined
  return stateSeen(rules, fields && visible(rules, fields))
}

/** Are things as somebody wants them? Features as the adapter names them, and `exists`. */
export function fulfils(rules: SimRules, goal: JsonObject, fields: JsonObject | undefined): boolean {
  const features: ReadonlyMap<string, Json> = new Map([
    ...(fields === undefined ? [] : featuresOf(ruleOf(rules), fields)),
    ['exists', fields !== undefined],
  ])
  return Object.entries(goal).every(([name, value]) => {
    const there = features.get(name) ?? null
    return there === value || (typeof value === 'object' && canonical(there) === canonical(value ?? null))
  })
}

function ruleOf(rules: SimRules): ResourceRule {
  const [rule] = adapterOf(rules).resources
  if (rule === undefined) throw new RangeError(`${rules.name} has an adapter without a resource`)
  return rule
}
