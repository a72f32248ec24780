import { equality } from '../graph/atoms.ts'
import type { StateKey } from '../graph/evidence.ts'
import { needsOf } from '../graph/expectation.ts'
import type { Model } from '../graph/model.ts'
import { type Feature, featuresIn, inBrackets, spell } from '../graph/state.ts'
import {
  type Candidate,
  type Offer,
  type OfferStatus,
  predictedAt,
  type Standing,
  standingsAt,
} from './offers.ts'
import { routesFrom } from './routes.ts'
import { clean } from './words.ts'

/** Most tools named in each part of the line, most routes, and how far they are looked for. */
const most = { tools: 4, routes: 2, reach: { steps: 3, states: 30 } } as const

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
  const that = groupsOf(changing, standingsAt(model, changing, state), except)
  const withEffect = (each: Candidate) => inEffect(each, model, state)
  const parts = [
    part('ok', that('CANDIDATE'), withEffect),
    part('needs approval', that('CANDIDATE_REQUIRES_APPROVAL'), withEffect),
    part('unsure', that('contradicted'), nameOf),
    part('no', that('NOT_SUPPORTED_FROM_THIS_STATE'), nameOf),
    ...routes(model, changing, that('NOT_SUPPORTED_FROM_THIS_STATE'), state),
  ].filter(each => each !== undefined)
  return parts.length === 0 ? undefined : `mcpgraphy ${clean(inBrackets(state), 200)} ${parts.join(' | ')}`
}

type Group = OfferStatus | 'contradicted'

/** Tools by how they stand; `except` only where it stands badly. */
function groupsOf(candidates: readonly Candidate[], standings: readonly Standing[], except?: string) {
  const groups = new Map<Group, Candidate[]>()
  const put = (candidate: Candidate, group: Group) => {
    const members = groups.get(group)
    if (members === undefined) groups.set(group, [candidate])
    else members.push(candidate)
  }
  for (const [index, candidate] of candidates.entries()) {
    const { status, expectation } = standings[index] as Standing
    if (candidate.tool === except && status !== 'NOT_SUPPORTED_FROM_THIS_STATE') continue
    put(candidate, status)
    if (expectation?.status === 'CONTRADICTED') put(candidate, 'contradicted')
  }
  return (group: Group): readonly Candidate[] => groups.get(group) ?? []
}

/** An offer's tool, with its role where that is not just the resource itself. */
export function nameOf({ tool, role, resourceClass }: Named): string {
  return clean(role === resourceClass ? tool : `${tool} (as ${role})`, 80)
}

type Named = Pick<Offer, 'tool' | 'role' | 'resourceClass'>

function inEffect(candidate: Candidate, model: Model, state: StateKey): string {
  const [first] = predictedAt(model, candidate, state)
  return first === undefined ? nameOf(candidate) : `${nameOf(candidate)} -> ${clean(first, 80)}`
}

/** Only what is shown is put in words. */
function part(
  title: string,
  tools: readonly Candidate[],
  inWords: (each: Candidate) => string,
): string | undefined {
  if (tools.length === 0) return undefined
  const rest = tools.length > most.tools ? `; ${tools.length - most.tools} more` : ''
  return `${title}: ${tools.slice(0, most.tools).map(inWords).join('; ')}${rest}`
}

/** Ways to what the tools that do not work here need: only features that can be named and that are not so yet. */
function routes(
  model: Model,
  candidates: readonly Candidate[],
  failing: readonly Candidate[],
  state: StateKey,
): string[] {
  const wanted = new Map<string, Feature>()
  for (const { tool: label, role } of failing.slice(0, most.tools)) {
    const tool = model.tools.get(label)
    const needs = tool === undefined ? [] : needsOf(tool, role)
    for (const [name, value] of needs.flatMap(atom => goalIn(atom, role)))
      wanted.set(`${name}=${spell(value)}`, [name, value])
  }
  if (wanted.size === 0) return []
  const now = new Set(featuresIn(state).map(([name, value]) => `${name}=${spell(value)}`))
  const goalsByRoute = new Map<string, string>()
  const routeTo = routesFrom(model, candidates, state, most.reach)
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
