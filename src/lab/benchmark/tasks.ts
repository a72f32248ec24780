import type { Json, JsonObject } from '../../json.ts'
import { type Random, randomFor } from '../random.ts'
import { stateIn } from '../sims/eyes.ts'
import { judge } from '../sims/judge.ts'
import { asSeen, isHarmless, type Plan, planFor, type Wanted } from '../sims/plan.ts'
import type { SimRules } from '../sims/rules.ts'
import { step } from '../sims/step.ts'
import { fieldsFor, idOf, type Resources, visible, type World } from '../sims/world.ts'
import type { Suite } from './suites.ts'
import { type Category, categories, type Task } from './task.ts'

/**
 * The tasks of a suite for a seed: those before the servers drift in random order, then those after it. What they are
 * follows from suite and seed alone.
 */
export function tasksOf(suite: Suite, seed: number): Task[] {
  const drafts = suite.rules.flatMap(rules =>
    categories.flatMap(category =>
      Array.from({ length: suite.tasks[category] }, (_, index) => draft(rules, category, seed, index)),
    ),
  )
  const order = randomFor(seed, suite.name, 'order').shuffled(drafts)
  const isLater = ({ category }: Draft) => category === 'drift'
  return [...order.filter(each => !isLater(each)), ...order.filter(isLater)].map((task, number) => ({
    number: number + 1,
    ...task,
  }))
}

type Draft = Omit<Task, 'number'>

/** Draws tasks until one is of the category that is wanted. */
function draft(rules: SimRules, category: Category, seed: number, index: number): Draft {
  const random = randomFor(seed, rules.name, category, index)
  for (let draw = 0; draw < mostDraws; draw++) {
    const found = drawn(rules, category, random, seed)
    if (found !== undefined) return found
  }
  throw new RangeError(`${rules.name} has no task of the category ${category} within ${mostDraws} draws`)
}

const mostDraws = 2000

function drawn(rules: SimRules, category: Category, random: Random, seed: number): Draft | undefined {
  // ids of tasks are none of those that sandboxes and readers of the docs meet
  const first = 1000 + random.below(9_000_000) * 10
  const [target, companion, third] = [
    idOf(rules, seed, first),
    idOf(rules, seed, first + 1),
    idOf(rules, seed, first + 2),
  ]
  const goal = random.pick(rules.goals) ?? {}
  const fields = { ...fieldsFor(rules, target, {}, random), ...setting(rules, category, random) }
  const others = [companion, third].flatMap(id =>
    random.next() < 0.7 ? [[id, { ...fieldsFor(rules, id, {}, random), ...rules.hidden }] as const] : [],
  )
  const isThere = category !== 'reachable' && category !== 'unreachable' ? true : random.next() < 0.9
  const world = worldWith(
    { ...(isThere ? { [target]: fields } : {}), ...Object.fromEntries(others) },
    random.below(1e9),
    category === 'drift',
  )
  const wanted = { target, companion, goal }
  const plan = planFor(rules, world, wanted)
  if (!fits(rules, category, world, wanted, plan)) return undefined
  const task: Draft = {
    rules,
    category,
    world,
    ...wanted,
    reachable: plan.kind === 'way',
    start: { kind: 'read' },
  }
  if (category === 'stale snapshot') return stale(task, random)
  if (category === 'distractor') return misled(task)
  return task
}

function worldWith(resources: Resources, seed: number, drifted: boolean): World {
  return { seed, resources, before: [], calls: 0, drifted }
}

/** The hidden part: harmless, but where it is what the task is about. */
function setting({ hidden, chance }: SimRules, category: Category, random: Random): JsonObject {
  const turned = ([name, value]: [string, Json]) => [name, value === false] as const
  const about = Object.entries(hidden).filter(
    ([name]) => (name === chance) === (category === 'non-deterministic'),
  )
  const isAbout = category === 'hidden state' || category === 'non-deterministic'
  const one = isAbout ? random.pick(about) : undefined
  return { ...hidden, ...(one === undefined ? {} : Object.fromEntries([turned(one)])) }
}

/** Is a task of its category, and is there something to do in it? */
function fits(rules: SimRules, category: Category, world: World, wanted: Wanted, plan: Plan): boolean {
  if (plan.kind === 'too far' && category !== 'non-deterministic') return false
  if (plan.kind === 'way' && plan.moves.length === 0) return false
  switch (category) {
    case 'unreachable':
      return plan.kind === 'no way'
    case 'hidden state':
      return plan.kind === 'way' && seemsEasier(rules, world, wanted)
    case 'non-deterministic':
      return plan.kind === 'way' && meetsChance(rules, world, wanted)
    case 'drift':
      return otherwiseBefore(rules, world, wanted, plan)
    default:
      return plan.kind === 'way'
  }
}

/** What can be seen leads to a plan that fails. */
function seemsEasier(rules: SimRules, world: World, wanted: Wanted): boolean {
  const seen = planFor(rules, asSeen(rules, world), wanted)
  if (seen.kind !== 'way') return false
  let here = world
  for (const move of seen.moves) {
    const next = step(rules, here, move)
    if (next.verdict.kind !== 'ok') return true
    here = next.world
  }
  return false
}

/** The plan that can be seen makes a move that chance has a say in. */
function meetsChance(rules: SimRules, world: World, wanted: Wanted): boolean {
  const seen = planFor(rules, asSeen(rules, world), wanted)
  const chancy = (tool: string) => {
    const { fails = [], does = [] } = rules.tools[tool] ?? {}
    return fails.some(each => each.chance !== undefined) || does.some(each => 'unless' in each)
  }
  const fields = world.resources[wanted.target]
  return (
    seen.kind === 'way' && seen.moves.some(({ tool }) => chancy(tool)) && !isHarmless(rules, fields ?? {})
  )
}

/** Before the drift there was another way, another first failure on this way, or none at all. */
function otherwiseBefore(rules: SimRules, world: World, wanted: Wanted, plan: Plan): boolean {
  const before = planFor(rules, { ...world, drifted: false }, wanted)
  if (before.kind === 'too far') return false
  const labels = (each: Plan) => (each.kind === 'way' ? each.moves.map(({ label }) => label).join(' ') : '')
  return before.kind !== plan.kind || labels(before) !== labels(plan)
}

/** Somebody else has been at it: the list still shows how it was some moves ago, in another state. */
function stale(task: Draft, random: Random): Draft | undefined {
  const { rules, world, target } = task
  const now = world.resources[target]
  if (now === undefined) return undefined
  const past = { ...fieldsFor(rules, target, {}, random), ...rules.hidden, title: now.title ?? null }
  const old = { ...world.resources, [target]: past }
  const before = Array.from({ length: rules.lag }, () => old)
  const isOther = stateIn(rules, { ...world, resources: old }, target) !== stateIn(rules, world, target)
  return isOther ? { ...task, world: { ...world, before }, start: { kind: 'list' } } : undefined
}

/** Somebody gave an id that is one letter off. It names nothing, and what they remember of the resource is right. */
function misled(task: Draft): Draft | undefined {
  const { rules, world, target } = task
  const fields = world.resources[target]
  const id = target.replace(/\d(?=\D*$)/, digit => `${digit}0`)
  const isNothing = judge(rules, world, { tool: rules.readTool, args: { [rules.idParam]: id } }).kind !== 'ok'
  if (fields === undefined || !isNothing) return undefined
  return { ...task, start: { kind: 'told', id, fields: visible(rules, fields) } }
}
