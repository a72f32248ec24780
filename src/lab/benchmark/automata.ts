import { goalInWords } from '../../advice/offers.ts'
import { absent, featuresIn } from '../../graph/state.ts'
import type { Json, JsonObject } from '../../json.ts'
import { randomWords } from '../automata/equivalence.ts'
import { kv } from '../automata/kv.ts'
import { type Learned, type Learner, learnMealy } from '../automata/lesson.ts'
import { lsharp } from '../automata/lsharp.ts'
import { lstar } from '../automata/lstar.ts'
import type { Machine } from '../automata/machine.ts'
import { type Mealy, moveOf } from '../automata/mealy.ts'
import { rpni, treeOf } from '../automata/rpni.ts'
import { randomFor } from '../random.ts'
import { stateIn } from '../sims/eyes.ts'
import { type Move, movesFor } from '../sims/moves.ts'
import type { SimRules } from '../sims/rules.ts'
import { createSim, type Sim } from '../sims/sim.ts'
import { idOf, visible } from '../sims/world.ts'
import type { Advise } from './advised.ts'
import { noWay } from './line.ts'
import { namesOf, spellLine, withEffect } from './spell-line.ts'

export type AutomatonName = 'L*' | 'KV' | 'L#' | 'RPNI'

const learners: Readonly<Record<Exclude<AutomatonName, 'RPNI'>, Learner>> = {
  'L*': lstar,
  KV: kv,
  'L#': lsharp,
}

/** What was learned of a simulator as one machine, at a price. */
export interface Automaton extends Pick<Learned, 'ended'> {
  readonly machine: Mealy
  /** Calls that the server got for it, resets included. */
  readonly spent: number
}

/**
 * Learns a simulator as a Mealy machine over one fresh resource that can be set back: inputs are the moves, outputs
 * what can be seen after them. Steps and resets are calls; there are `budget` of them. RPNI is given random walks of
 * as many calls.
 */
export function learnAutomaton(
  name: AutomatonName,
  rules: SimRules,
  seed: number,
  budget: number,
): Automaton {
  const machine = machineFor(rules, seed)
  const { inputs } = machine
  const random = randomFor(seed, name, rules.name)
  if (name === 'RPNI')
    return {
      machine: rpni({ inputs, root: treeOf(walks(machine, budget, random)) }),
      spent: budget,
      ended: 'budget',
    }
  const equivalence = randomWords({ random: random.next, words: 20, length: 5 })
  const { hypothesis, counts, ended } = learnMealy(learners[name], { machine, inputs, equivalence, budget })
  return { machine: hypothesis, spent: counts.steps + counts.resets, ended }
}

function machineFor(rules: SimRules, seed: number): Machine & { readonly inputs: readonly string[] } {
  const [target, companion] = [idOf(rules, seed, 1), idOf(rules, seed, 2)]
  const sim = createSim(rules, { seed, fixtures: 0 })
  const start = { ...sim.world(), resources: { [target]: { id: target, title: 'Sandbox', ...rules.fresh } } }
  const moves = () => {
    const fields = sim.world().resources[target]
    return movesFor(rules, { target, companion, seen: fields && visible(rules, fields) })
  }
  sim.restore(start)
  return {
    inputs: moves().map(({ label }) => label),
    reset: () => sim.restore(start),
    step(input) {
      const move = moves().find(({ label }) => label === input)
      if (move === undefined) throw new RangeError(`No move is called ${input}`)
      const verdict = sim.judge(move)
      sim.call(move)
      return verdict.kind === 'ok' ? `ok ${stateIn(rules, sim.world(), target)}` : failed
    },
  }
}

const failed = 'fails'

type Draws = ReturnType<typeof randomFor>

function walks(machine: Machine & { inputs: readonly string[] }, budget: number, random: Draws) {
  const all: { input: string; output: string }[][] = []
  for (let left = budget; left > 1; ) {
    machine.reset()
    left--
    const length = Math.min(left, walkLength)
    all.push(
      Array.from({ length }, () => {
        const input = random.pick(machine.inputs) ?? ''
        return { input, output: machine.step(input) }
      }),
    )
    left -= length
  }
  return all
}

const walkLength = 10

/**
 * What a machine says of a resource: it may be in every state of the machine that looks like it. A move fails, or
 * works, where all of them that know say so. That there is no way is
 * said only where the learner took the machine for right.
 */
export function adviceOf(rules: SimRules, { machine, ended }: Automaton): Advise {
  const looks = looksOf(machine, stateSeenFresh(rules))
  return ({ companion, goal }, sim, id) => {
    const state = stateIn(rules, sim.world(), id)
    const candidates = [...looks].filter(([, look]) => look === state).map(([at]) => at)
    if (candidates.length === 0) return undefined
    const moves = movesAt(sim, id, companion)
    const foreseen = moves.map(move => ({ move, output: agreed(machine, candidates, move.label) }))
    const ok = foreseen.filter(({ output }) => output?.startsWith('ok '))
    const route = routeTo(machine, candidates, look => isGoal(goal, look), looks)
    const to = goalInWords(Object.entries(goal) as [string, Json][])
    return spellLine({
      state,
      ok: ok.map(({ move, output }) => withEffect(move.label, state, output?.slice(3) ?? '')),
      no: namesOf(
        foreseen.filter(({ output }) => output === failed).map(({ move }) => move),
        moves,
      ),
      routes:
        route === undefined || (route.length === 0 && ended !== 'equivalent')
          ? []
          : [{ to, moves: route.length === 0 ? noWay : route.join(', ') }],
    })
  }
}

function movesAt(sim: Sim, target: string, companion: string): readonly Move[] {
  const fields = sim.world().resources[target]
  return movesFor(sim.rules, { target, companion, seen: fields && visible(sim.rules, fields) })
}

function stateSeenFresh(rules: SimRules): string {
  const world = {
    seed: 0,
    resources: { x: { id: 'x', ...rules.fresh } },
    before: [],
    calls: 0,
    drifted: false,
  }
  return stateIn(rules, world, 'x')
}

/** What a resource looks like in each state of a machine: as after the move that leads there, a failing one aside. */
function looksOf(machine: Mealy, start: string): Map<number, string> {
  const looks = new Map([[0, start]])
  for (const [at, look] of looks) {
    for (const input of machine.inputs) {
      const move = moveOf(machine, at, input)
      if (move !== undefined && !looks.has(move.to))
        looks.set(move.to, move.output === failed ? look : move.output.slice(3))
    }
  }
  return looks
}

function agreed(machine: Mealy, candidates: readonly number[], input: string): string | undefined {
  const outputs = new Set(candidates.flatMap(at => moveOf(machine, at, input)?.output ?? []))
  const [only] = outputs
  return outputs.size === 1 ? only : undefined
}

/** The inputs on the shortest way to a goal; none, where every move is known and no way leads there. */
function routeTo(
  machine: Mealy,
  candidates: readonly number[],
  isRight: (look: string) => boolean,
  looks: ReadonlyMap<number, string>,
): string[] | undefined {
  const ahead = candidates.map(at => ({ at, inputs: [] as string[] }))
  const seen = new Set(candidates)
  let isWhole = true
  for (const { at, inputs } of ahead) {
    if (inputs.length > 0 && isRight(looks.get(at) ?? '')) return inputs
    for (const input of machine.inputs) {
      const move = moveOf(machine, at, input)
      if (move === undefined) isWhole = false
      else if (move.output !== failed && !seen.has(move.to)) {
        seen.add(move.to)
        ahead.push({ at: move.to, inputs: [...inputs, input] })
      }
    }
  }
  return isWhole ? [] : undefined
}

function isGoal(goal: JsonObject, look: string): boolean {
  const features = new Map<string, Json>([...featuresIn(look), ['exists', look !== absent]])
  return Object.entries(goal).every(([name, value]) => features.get(name) === value)
}
