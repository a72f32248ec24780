import { randomFor } from '../random.ts'
import { fulfils, stateIn } from '../sims/eyes.ts'
import { movesFor } from '../sims/moves.ts'
import type { Sim } from '../sims/sim.ts'
import { visible } from '../sims/world.ts'
import { type Ending, workOn } from './agent.ts'
import { isMeant } from './line.ts'
import { type Channel, lineIn, type Reply } from './reply.ts'
import type { Task } from './task.ts'

/** What one agent did in one task, judged by the oracle. */
export interface Measured {
  readonly ending: Ending
  /** The goal is reached and the agent says so, or it cannot be reached and the agent says so. */
  readonly completed: boolean
  /** The agent says that the goal is reached, and it is not. */
  readonly falseSuccess: boolean
  /** Calls that change something and that failed at the server. */
  readonly invalid: number
  /** Calls that never reached the server, and those of them that would have worked. */
  readonly refused: number
  readonly wronglyRefused: number
  /** Calls of the agent, reading ones included. */
  readonly calls: number
  /** Calls that the server got, those that the proxy added included. */
  readonly serverCalls: number
  /** Moves that guidance said would fail and that would have worked. */
  readonly wronglyDenied: number
}

/**
 * Lets an agent work on a task with a simulator, and has the oracle judge each of its calls before it is made.
 * The draws of the agent are the same whatever it works with.
 */
export async function measure(
  task: Task,
  seed: number,
  sim: Sim,
  channelTo: (sim: Sim) => Channel,
): Promise<Measured> {
  const { rules, target, goal } = task
  sim.restore(task.world)
  let serverCalls = 0
  let sent = false
  const counting: Sim = {
    ...sim,
    call(call) {
      serverCalls++
      sent ||= Object.hasOwn(rules.tools, call.tool)
      return sim.call(call)
    },
  }
  const count = { invalid: 0, refused: 0, wronglyRefused: 0, calls: 0 }
  const denied = new Set<string>()
  const channel = channelTo(counting)
  const ending = await workOn(
    task,
    async call => {
      const isChange = Object.hasOwn(rules.tools, call.tool)
      const works = sim.judge(call).kind === 'ok'
      sent = false
      const reply = await channel(call)
      count.calls++
      if (isChange && !sent) {
        count.refused++
        if (works) count.wronglyRefused++
      } else if (isChange && !works) count.invalid++
      for (const each of deniedWrongly(task, sim, reply)) denied.add(each)
      return reply
    },
    randomFor(seed, 'agent', task.number),
  )
  const fields = sim.world().resources[target]
  const isReached = fulfils(rules, goal, fields && visible(rules, fields))
  const falseSuccess = ending === 'done' && !isReached
  const completed = task.reachable ? ending === 'done' && isReached : ending === 'unreachable'
  return { ending, completed, falseSuccess, ...count, serverCalls, wronglyDenied: denied.size }
}

/** Moves that the line of a reply says will fail, and that would work. */
function deniedWrongly({ rules, target, companion }: Task, sim: Sim, reply: Reply): string[] {
  const line = lineIn(reply)
  if (line === undefined || line.no.length === 0) return []
  const world = sim.world()
  const state = stateIn(rules, world, target)
  const fields = world.resources[target]
  return movesFor(rules, { target, companion, seen: fields && visible(rules, fields) })
    .filter(
      move =>
        line.state === state && line.no.some(name => isMeant(name, move)) && sim.judge(move).kind === 'ok',
    )
    .map(({ label }) => `${state} ${label}`)
}
