import type { Adapter } from '../adapter/adapter.ts'
import { featuresOf } from '../adapter/features.ts'
import { observationOf, readingOf } from '../adapter/read.ts'
import type { Role } from '../adapter/roles.ts'
import type { Observation, StateKey } from '../graph/evidence.ts'
import { absent, type Feature, stateOf } from '../graph/state.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Answer } from '../relay/intercept.ts'
import type { Catalogue } from './catalogue.ts'

/** What one resource looked like at one moment. */
export interface Sight {
  readonly observation: Observation
  readonly features: readonly Feature[]
  /** null where it could not be read. */
  readonly state: StateKey | null
}

/** A resource that a call names, and how it was last seen. */
export interface Place {
  readonly role: Role
  readonly sight: Sight
}

/** Asks the server for one reading: a `tools/call` with these parameters. */
export type AskTool = (params: { name: string; arguments: JsonObject }) => Promise<Answer>

/** How a server's resources are looked at. */
export interface Observer {
  /** Reads a resource back, through the tool that the adapter names for it and that is known to read. */
  look(role: Role, ask: AskTool): Promise<Sight>
  /** What an answer of the reading tool, which the host itself asked for, shows of the resource. */
  seen(role: Role, answer: JsonObject): Sight
}

/** Readings that are at most `reuse_ms` old are used again, where the adapter asks for that. */
export function createObserver(adapter: Adapter, catalogue: Catalogue, now: () => number): Observer {
  const last = new Map<string, { at: number; sight: Sight }>()
  const seen = (role: Role, answer: JsonObject): Sight => {
    const sight = sightOf(role, observationOf(role.rule, role.id, answer))
    if (adapter.read.reuseMs > 0) remember(last, role.ref, { at: now(), sight })
    return sight
  }
  return {
    seen,
    async look(role, ask) {
      const known = last.get(role.ref)
      if (known !== undefined && now() - known.at <= adapter.read.reuseMs) return known.sight
      const inputSchema = catalogue.tools.get(role.rule.observationTool)?.inputSchema
      const { tool, arguments: args } = readingOf(role.rule, role.id, inputSchema)
      const answer = await ask({ name: tool, arguments: args })
      const said = answer.kind === 'answer' ? bodyOf(answer.message.value()) : undefined
      return said === undefined ? unread(answer.kind) : seen(role, said)
    },
  }
}

/** A resource that was not looked at, or whose reading was not answered. */
export function unread(why: string): Sight {
  return { observation: { kind: 'unread', why }, features: [], state: null }
}

/** The result of an answer, or the error object in its place. */
export function bodyOf(message: JsonObject | undefined): JsonObject | undefined {
  if (message === undefined) return undefined
  return isObject(message.result) ? message.result : isObject(message.error) ? message.error : undefined
}

function sightOf(role: Role, observation: Observation): Sight {
  if (observation.kind === 'unread') return { observation, features: [], state: null }
  if (observation.kind === 'absent') return { observation, features: [], state: absent }
  const features = featuresOf(role.rule, observation.fields)
  return { observation, features, state: stateOf(features) }
}

/** The oldest reading is forgotten first; a thousand are enough for any one server. */
function remember<T>(last: Map<string, T>, ref: string, reading: T): void {
  last.delete(ref)
  last.set(ref, reading)
  const [oldest] = last.keys()
  if (last.size > 1000 && oldest !== undefined) last.delete(oldest)
}
