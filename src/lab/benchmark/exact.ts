import { stateIn } from '../sims/eyes.ts'
import { type SimCall, scopeOf } from '../sims/judge.ts'
import type { Sim } from '../sims/sim.ts'
import { aboutOf, bareChannel, withLine } from './advised.ts'
import { type Channel, readReply } from './reply.ts'
import { spellLine, withEffect } from './spell-line.ts'
import type { Task } from './task.ts'

interface Seen {
  ok: number
  failed: number
  after: string | undefined
}

/**
 * The rule of the Python program: a call that failed from exactly this state, and never worked from it, is refused; the
 * line says what was observed from exactly this state, and nothing of any other.
 */
export function createExactRule(): (task: Task, sim: Sim) => Channel {
  const edges = new Map<string, Map<string, Seen>>()
  return (task, sim) => {
    const statesOf = (call: SimCall) =>
      Object.values(scopeOf(sim.rules, sim.world(), call).roles)
        .map(({ id }) => stateIn(sim.rules, sim.world(), id))
        .join(' and ')
    const edgesAt = (states: string) => {
      const key = `${sim.rules.name} ${states}`
      const known = edges.get(key) ?? new Map<string, Seen>()
      edges.set(key, known)
      return known
    }
    const lineAt = (id: string) => {
      const state = stateIn(sim.rules, sim.world(), id)
      const all = [...edgesAt(state)]
      const named = (which: (seen: Seen) => boolean) =>
        all.filter(([, seen]) => which(seen)).map(([tool]) => tool)
      return spellLine({
        state,
        ok: all
          .filter(([, { ok, failed }]) => ok > 0 && failed === 0)
          .map(([tool, { after }]) => withEffect(tool, state, after ?? state)),
        unsure: named(({ ok, failed }) => ok > 0 && failed > 0),
        no: named(({ ok, failed }) => ok === 0 && failed > 0),
      })
    }
    const bare = bareChannel(sim)
    return async call => {
      const isChange = Object.hasOwn(sim.rules.tools, call.tool)
      const states = statesOf(call)
      const known = edgesAt(states).get(call.tool) ?? { ok: 0, failed: 0, after: undefined }
      const about = aboutOf(task, sim, call)
      const line = () => (about === undefined ? undefined : lineAt(about))
      if (isChange && known.failed > 0 && known.ok === 0)
        return withLine(
          { texts: [`mcpgraphy refused ${call.tool}: it failed from here before.`], isError: true },
          line(),
        )
      const reply = await bare(call)
      if (isChange) {
        edgesAt(states).set(call.tool, known)
        if (readReply(reply).failed) known.failed++
        else {
          known.ok++
          known.after = statesOf(call)
        }
      }
      return withLine(reply, line())
    }
  }
}
