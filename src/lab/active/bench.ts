import { rolesOf } from '../../adapter/roles.ts'
import { createCatalogue } from '../../gate/catalogue.ts'
import { takeInHand } from '../../gate/hand.ts'
import { judge } from '../../gate/judge.ts'
import { callFrom, evidenceFrom, type LivedCall } from '../../gate/lived.ts'
import { lookAfter } from '../../gate/look.ts'
import { createObserver, type Place, type Sight } from '../../gate/observe.ts'
import type { GateParts } from '../../gate/parts.ts'
import type { Evidence } from '../../graph/evidence.ts'
import type { JsonObject } from '../../json.ts'
import type { Answer, Ask, Held } from '../../relay/intercept.ts'
import { messageOf } from '../../relay/message.ts'
import type { Sandbox, Try } from './sandbox.ts'

/** Where experiments are made: one sandbox, all that was seen of it, and how many calls it has got. */
export interface Bench {
  /** Calls that the server got, reading ones and resets included. */
  spent(): number
  /** Resources that were read, as they are now. */
  known(): readonly string[]
  seen(id: string): JsonObject | undefined
  read(id: string): Promise<void>
  /** A call as the model would judge it, where everything that it names was read; else undefined. */
  foresee(call: Try): LivedCall | undefined
  /** Makes a call, reads what it named, and gives the evidence. */
  experiment(call: Try): Promise<Evidence>
  reset(): Promise<void>
}

export interface BenchOptions {
  readonly sandbox: Sandbox
  readonly session: string
  readonly now: () => number
}

/**
 * Evidence is made by the gate's own functions, so that it is what the proxy would have made of the same calls. Nobody
 * else is at work in a sandbox: how a resource was after one call is how it is before the next.
 */
export function createBench({ sandbox, session, now }: BenchOptions): Bench {
  const { adapter, server } = sandbox
  const catalogue = createCatalogue()
  catalogue.take(sandbox.definitions, true)
  const observer = createObserver(catalogue, now)
  const sights = new Map<string, Sight>()
  const first = new Map<string, Sight>()
  let spent = 0

  const answerTo = async (call: Try): Promise<Answer> => {
    spent++
    return { kind: 'answer', message: messageOf({ jsonrpc: '2.0', id: 1, ...(await sandbox.call(call)) }) }
  }
  const ask: Ask = async (_method, params) => {
    const { name, arguments: args = {} } = params as { name: string; arguments?: JsonObject }
    return answerTo({ tool: name, args })
  }
  const parts: GateParts = {
    server,
    session,
    policy: {
      mode: () => 'observe',
      isApproved: () => true,
      approve: async () => undefined,
      retestEvery: 0,
      hints: false,
      structured: 'keep',
    },
    catalogue,
    known: () => ({ adapter, observer }),
    memory: undefined,
    now,
    listed: async () => undefined,
    tell: () => undefined,
  }
  const handOf = (call: Try) => {
    const request = messageOf({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: call.tool, arguments: call.args },
    })
    const held: Held = { request, hello: {}, signal, forward: () => answerTo(call), ask, askHost: ask }
    return takeInHand(parts, held)
  }
  const placesOf = (call: Try): Place[] | undefined => {
    const places = rolesOf(adapter, call.tool, call.args).map(role => ({ role, sight: sights.get(role.ref) }))
    return places.every((each): each is Place => each.sight !== undefined) ? places : undefined
  }
  const keep = (ref: string, sight: Sight) => {
    // what was never read before anything was done is not known to be how it began
    if (!first.has(ref) && !hasChanged) first.set(ref, sight)
    sights.set(ref, sight)
  }
  let hasChanged = false
  const refOf = (id: string) => `${adapter.resources[0]?.resourceClass ?? ''}:${id}`

  return {
    spent: () => spent,
    known: () => sandbox.ids.filter(id => sights.has(refOf(id))),
    seen: id => {
      const observation = sights.get(refOf(id))?.observation
      return observation?.kind === 'seen' ? observation.fields : undefined
    },
    async read(id) {
      const [rule] = adapter.resources
      const [param] = rule?.idParams ?? []
      if (rule === undefined || param === undefined) return
      const hand = handOf({ tool: rule.observationTool, args: { [param]: id } })
      for (const role of hand.roles) keep(role.ref, await observer.look(role, hand.ask))
    },
    foresee(call) {
      const places = placesOf(call)
      return places && callFrom(handOf(call), places, catalogue.schemaOf(call.tool), now())
    },
    async experiment(call) {
      const hand = handOf(call)
      const before: Place[] = []
      for (const role of hand.roles) {
        const sight = sights.get(role.ref) ?? (await observer.look(role, hand.ask))
        keep(role.ref, sight)
        before.push({ role, sight })
      }
      const lived = callFrom(hand, before, catalogue.schemaOf(call.tool), now())
      hasChanged = true
      const answer = await hand.forward()
      const outcome = judge(hand, answer, lived)
      const after = await lookAfter(hand, before, answer)
      for (const { role, sight } of after) sights.set(role.ref, sight)
      return evidenceFrom(lived, { after, outcome, overlapped: false }, { server, session, now })
    },
    async reset() {
      spent++
      await sandbox.reset()
      sights.clear()
      for (const [ref, sight] of first) sights.set(ref, sight)
      hasChanged = false
    },
  }
}

const { signal } = new AbortController()
