import { equality } from '../graph/atoms.ts'
import type { StateKey } from '../graph/evidence.ts'
import type { Model } from '../graph/model.ts'
import { type Feature, featuresIn, inBrackets, spell } from '../graph/state.ts'
import { type Candidate, type Offer, offersFor } from './offers.ts'
import { routesFrom } from './routes.ts'
import { clean } from './words.ts'

/** Most tools named in each part of the line, and most routes. */
const most = { tools: 4, routes: 2 } as const

/**
 * The one line that comes back with a read or an action:
 * `mcpgraphy [status=DRAFT, tests_passed=false] ok: run_tests -> tests_passed becomes true | no: publish_release | to tests_passed=true: run_tests`.
 * undefined where nothing is known of this state that is worth a line. Tools that only read are left out, and the
 * one that was just refused is not said to work.
 */
export function hintLine(
  model: Model,
  candidates: readonly Candidate[],
  state: StateKey,
  except?: string,
): string | undefined {
  const changing = candidates.filter(each => each.effect !== 'READ_ONLY')
  const offers = offersFor(model, changing, state).filter(
    each => each.tool !== except || each.status === 'NOT_SUPPORTED_FROM_THIS_STATE',
  )
  const parts = [
    part('ok', offers.filter(each => each.status === 'CANDIDATE').map(withEffect)),
    part(
      'needs approval',
      offers.filter(each => each.status === 'CANDIDATE_REQUIRES_APPROVAL').map(withEffect),
    ),
    part('unsure', offers.filter(each => each.edge === 'CONTRADICTED').map(nameOf)),
    part('no', offers.filter(each => each.status === 'NOT_SUPPORTED_FROM_THIS_STATE').map(nameOf)),
    ...routes(model, changing, offers, state),
  ].filter(each => each !== undefined)
  return parts.length === 0 ? undefined : `mcpgraphy ${clean(inBrackets(state), 200)} ${parts.join(' | ')}`
}

/** An offer's tool, with its role where that is not just the resource itself. */
export function nameOf({ tool, role, resourceClass }: Named): string {
  return clean(role === resourceClass ? tool : `${tool} (as ${role})`, 80)
}

type Named = Pick<Offer, 'tool' | 'role' | 'resourceClass'>

function withEffect(offer: Offer): string {
  const [first] = offer.predicted
  return first === undefined ? nameOf(offer) : `${nameOf(offer)} -> ${clean(first, 80)}`
}

function part(title: string, tools: readonly string[]): string | undefined {
  if (tools.length === 0) return undefined
  const rest = tools.length > most.tools ? `; ${tools.length - most.tools} more` : ''
  return `${title}: ${tools.slice(0, most.tools).join('; ')}${rest}`
}

/** Ways to what the tools that do not work here need: only features that can be named and that are not so yet. */
function routes(
  model: Model,
  candidates: readonly Candidate[],
  offers: readonly Offer[],
  state: StateKey,
): string[] {
  const wanted = new Map<string, Feature>()
  for (const { status, needs, role } of offers) {
    if (status !== 'NOT_SUPPORTED_FROM_THIS_STATE') continue
    for (const [name, value] of needs.flatMap(atom => goalIn(atom, role)))
      wanted.set(`${name}=${spell(value)}`, [name, value])
  }
  const now = new Set(featuresIn(state).map(([name, value]) => `${name}=${spell(value)}`))
  const goalsByRoute = new Map<string, string>()
  const routeTo = routesFrom(model, candidates, state)
  for (const [goal, feature] of [...wanted].sort(yesFirst)) {
    const steps = now.has(goal) ? undefined : routeTo([feature])?.map(nameOf).join(', ')
    if (steps && !goalsByRoute.has(steps)) goalsByRoute.set(steps, goal)
  }
  return [...goalsByRoute].slice(0, most.routes).map(([steps, goal]) => `to ${clean(goal, 60)}: ${steps}`)
}

/** What becomes true says more than what becomes false; beyond that the order stays. */
function yesFirst([, [, a]]: readonly [string, Feature], [, [, b]]: readonly [string, Feature]): number {
  return Number(a === false) - Number(b === false)
}

/** The feature that an atom of a guard asks for, where it says what something is. */
function goalIn(atom: string, role: string): Feature[] {
  const is = equality(atom)
  if (
    is === undefined ||
    !is.aspect.startsWith(`${role}.`) ||
    is.value === 'empty' ||
    is.value === 'not empty'
  )
    return []
  const [feature] = featuresIn(`x=${is.value}`)
  return feature === undefined ? [] : [[is.aspect.slice(role.length + 1), feature[1]]]
}
