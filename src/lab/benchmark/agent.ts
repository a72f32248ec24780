import { effectInWords } from '../../graph/effects.ts'
import { spell } from '../../graph/state.ts'
import { canonical, type JsonObject } from '../../json.ts'
import type { Random } from '../random.ts'
import { fulfils } from '../sims/eyes.ts'
import { type Move, movesFor } from '../sims/moves.ts'
import type { SimRules } from '../sims/rules.ts'
import { createDiary } from './diary.ts'
import { isMeant, type Line } from './line.ts'
import { speaksOf } from './names.ts'
import { type Channel, type Read, readReply, shownOf } from './reply.ts'
import type { Task } from './task.ts'

/** How the agent ended: it says that the goal is reached, or that it cannot be; or it was stopped. */
export type Ending = 'done' | 'unreachable' | 'out of calls'

/** Most calls of one task, reading ones included. */
const mostCalls = 25

/**
 * The scripted agent. It knows the tools, their arguments and which its server calls destructive, and nothing of when
 * they work. What it tries next is drawn by the seed, within these habits:
 * - what the line that came back last says to fail, it leaves;
 * - first it does what the line says to lead to the goal; then what by its name speaks of the goal; then what the line
 *   says to be on the way to what others need; then anything else that is not destructive, each once in each state that
 *   it meets; when nothing is left where it is, it goes back to where something is;
 * - then it does again, twice at most, what is said to lead to the goal, and, if anything has worked since, what by its
 *   name speaks of it;
 * - then it does what is destructive; and when nothing is left, it gives up.
 * After a failure it reads the resource, if what it knows of it is hearsay.
 */
export async function workOn(task: Task, channel: Channel, random: Random): Promise<Ending> {
  const { rules, goal, companion } = task
  const diary = createDiary()
  const suited = new Set(Object.keys(rules.tools).filter(tool => speaksOf(tool, goal)))
  let target = task.start.kind === 'told' ? task.start.id : task.target
  let view: JsonObject | undefined = task.start.kind === 'told' ? task.start.fields : undefined
  let isHearsay = true
  let line: Line | undefined
  let calls = 0

  const ask = async (call: { tool: string; args: JsonObject }): Promise<Read> => {
    calls++
    const read = readReply(await channel(call))
    const shown = shownOf(read.json, target)
    const before = keyOf(rules, view)
    if (shown !== undefined) {
      view = shown ?? undefined
      isHearsay = call.tool === rules.listTool
    }
    // the same line is not said twice in a row: what was said of this very state still holds
    if (read.line !== undefined || keyOf(rules, view) !== before) line = read.line
    return read
  }
  const readTarget = async () => {
    const { failed } = await ask({ tool: rules.readTool, args: { [rules.idParam]: target } })
    if (!failed) return
    view = undefined
    isHearsay = false
    if (target !== task.target) await findByTitle()
  }
  /** The id was wrong: the list has the right one, under the title that is known. */
  const findByTitle = async () => {
    target = task.target
    await ask({ tool: rules.listTool, args: {} })
    if (calls < mostCalls) await readTarget()
  }

  if (task.start.kind === 'read') await readTarget()
  if (task.start.kind === 'list') await ask({ tool: rules.listTool, args: {} })
  while (calls < mostCalls) {
    if (!(isHearsay && target !== task.target) && fulfils(rules, goal, view)) return 'done'
    const here = keyOf(rules, view)
    const moves = random.shuffled(movesFor(rules, { target, companion, seen: view }))
    const move = choose(rules, moves, here, line, goal, suited, diary)
    if (move === undefined) return 'unreachable'
    const read = await ask(move)
    if (read.failed) diary.failed(here, move.label)
    else diary.worked(here, move.label, keyOf(rules, view))
    if (read.failed && isHearsay && calls < mostCalls) await readTarget()
  }
  return 'out of calls'
}

type Diary = ReturnType<typeof createDiary>

function choose(
  { tools }: SimRules,
  moves: readonly Move[],
  here: string,
  line: Line | undefined,
  goal: JsonObject,
  suited: ReadonlySet<string>,
  diary: Diary,
): Move | undefined {
  const route = line?.routes.find(({ to }) => isGoal(to, goal))
  if (route !== undefined && route.moves.length === 0) return undefined
  const destroys = ({ tool }: Move) => tools[tool]?.destroys === true
  const isNo = (move: Move) => line?.no.some(name => isMeant(name, move)) ?? false
  const named = (name: string) => moves.filter(move => isMeant(name, move) && !isNo(move))
  const toGoal = [
    ...(route?.moves.slice(0, 1) ?? []),
    ...(line?.ok.filter(({ effect }) => leadsTo(effect, goal)).map(({ move }) => move) ?? []),
  ].flatMap(named)
  const onTheWay = (line?.routes ?? []).flatMap(({ moves: [first] }) =>
    first === undefined ? [] : named(first),
  )
  const left = moves.filter(move => !isNo(move))
  for (const move of moves) if (isNo(move)) diary.ruledOut(here, move.label)
  const byName = left.filter(({ tool }) => suited.has(tool))
  const isCareful = (move: Move) => !destroys(move)
  const isFresh = (move: Move) => diary.times(here, move.label) === 0
  const wanted = [...toGoal, ...byName, ...onTheWay]
  return (
    [...wanted, ...left.filter(isCareful)].find(isFresh) ??
    back(moves.filter(isCareful), here, diary) ??
    toGoal.find(({ label }) => diary.times(here, label) < mostTimes) ??
    wanted.find(({ label }) => diary.times(here, label) < mostTimes && diary.hasMoved(here, label)) ??
    left.find(isFresh) ??
    back(moves, here, diary)
  )
}

/** How often the agent does at most the same in what looks like the same state. */
const mostTimes = 3

/** The first step back to where one of these moves was never tried. */
function back(moves: readonly Move[], here: string, diary: Diary): Move | undefined {
  const labels = moves.map(({ label }) => label)
  const first = diary.wayToFresh(here, labels)
  return moves.find(({ label }) => label === first)
}

/** Is what a line says of a tool what is wanted? */
function leadsTo(effect: string, goal: JsonObject): boolean {
  return Object.entries(goal).some(
    ([feature, value]) => effect === effectInWords({ feature, value: value ?? null, support: 1, of: 1 }),
  )
}

function isGoal(to: string, goal: JsonObject): boolean {
  return Object.entries(goal).some(([feature, value]) => to === `${feature}=${spell(value ?? null)}`)
}

/** What the agent sees, as a text, without names and counters: two views that are the same to it are the same. */
function keyOf({ noise }: SimRules, view: JsonObject | undefined): string {
  if (view === undefined) return 'nothing'
  return canonical(Object.fromEntries(Object.entries(view).filter(([name]) => !noise.includes(name))))
}
