import type { JsonObject } from '../../json.ts'
import { argsOf, type SimCall } from '../sims/judge.ts'
import type { Sim } from '../sims/sim.ts'
import { type Channel, type Reply, replyOf } from './reply.ts'
import type { Task } from './task.ts'

/** Gives one line of guidance about a resource as it is now, or none. */
export type Advise = (task: Task, sim: Sim, id: string) => string | undefined

/** A simulator alone. */
export function bareChannel(sim: Sim): Channel {
  return async call => replyOf({ ...sim.call(call) } as JsonObject)
}

/** A simulator, and behind each answer about a resource a line by somebody who knows something. */
export function advisedChannel(task: Task, sim: Sim, advise: Advise): Channel {
  const bare = bareChannel(sim)
  return async call => {
    const reply = await bare(call)
    const id = aboutOf(task, sim, call)
    return withLine(reply, id === undefined ? undefined : advise(task, sim, id))
  }
}

/** The resource that a call is about: the target, if it names it. */
export function aboutOf({ target }: Task, { rules }: Sim, { tool, args }: SimCall): string | undefined {
  const ids = Object.entries(argsOf(rules, tool) ?? {}).flatMap(([name, rule]) =>
    'names' in rule ? [String(args[name])] : [],
  )
  return ids.includes(target) ? target : ids[0]
}

/** A reply with a line of guidance behind it. */
export function withLine(reply: Reply, line: string | undefined): Reply {
  return line === undefined ? reply : { ...reply, texts: [...reply.texts, line] }
}
