import type { Json, JsonObject } from '../../json.ts'
import { given, type Scope, valueAt } from './condition.ts'
import { happens, judge, type SimCall, scopeOf, type Verdict } from './judge.ts'
import type { Change, SimRules } from './rules.ts'
import type { Resources, World } from './world.ts'

/** What a call did: the world after it, and what was to be said of it. */
export interface Step {
  readonly world: World
  readonly verdict: Verdict
  /** Arguments and resources as they are after the call. */
  readonly scope: Scope
}

/** Makes a call in a world. A call that fails changes nothing but the number of calls. */
export function step(rules: SimRules, world: World, call: SimCall): Step {
  const verdict = judge(rules, world, call)
  const before = scopeOf(rules, world, call)
  const changes = verdict.kind === 'ok' ? (rules.tools[call.tool]?.does ?? []) : []
  const resources = changes.reduce((all, each) => changed(all, each, world, before), world.resources)
  const next = moved(rules, { ...world, calls: world.calls + 1 }, resources)
  return { world: next, verdict, scope: scopeOf(rules, next, call) }
}

/** The world with other resources; what was there before is kept for the list that lags behind. */
function moved({ lag }: SimRules, world: World, resources: Resources): World {
  if (resources === world.resources) return world
  return { ...world, resources, before: [...world.before, world.resources].slice(-lag) }
}

function changed(all: Resources, change: Change, world: World, scope: Scope): Resources {
  if ('set' in change) {
    const isOtherwise = change.unless !== undefined && happens(change.unless, world, scope)
    return withField(
      all,
      change.set,
      given(isOtherwise ? (change.otherwise ?? null) : change.to, scope),
      scope,
    )
  }
  if ('add' in change) {
    const sum = Number(valueAt(change.add, scope)) + Number(given(change.by, scope)) * (change.times ?? 1)
    return withField(all, change.add, sum, scope)
  }
  if ('put' in change)
    return withField(all, change.into, [...listAt(change.into, scope), given(change.put, scope)], scope)
  if ('take' in change) {
    const item = given(change.take, scope)
    return withField(
      all,
      change.outOf,
      listAt(change.outOf, scope).filter(each => each !== item),
      scope,
    )
  }
  if ('create' in change) return created(all, change, scope)
  const { [scope.roles[change.remove]?.id ?? '']: _, ...rest } = all
  return rest
}

function created(
  all: Resources,
  { create, like }: Extract<Change, { create: string }>,
  scope: Scope,
): Resources {
  const id = scope.roles[create]?.id ?? ''
  const fields: JsonObject = typeof like === 'string' ? (scope.roles[like]?.fields ?? {}) : like
  return { ...all, [id]: { ...fields, id } }
}

function withField(all: Resources, path: string, value: Json, scope: Scope): Resources {
  const [role = '', field = ''] = path.split('.')
  const id = scope.roles[role]?.id ?? ''
  return { ...all, [id]: { ...all[id], [field]: value } }
}

function listAt(path: string, scope: Scope): readonly Json[] {
  const list = valueAt(path, scope)
  return Array.isArray(list) ? list : []
}
