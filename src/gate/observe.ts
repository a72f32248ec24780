import type { ResourceRule } from '../adapter/adapter.ts'
import { asideOf, featuresOf } from '../adapter/features.ts'
import { nextPage } from '../adapter/pages.ts'
import { observationOf, type Reading, readingOf } from '../adapter/read.ts'
import { textOf } from '../adapter/result.ts'
import type { Role } from '../adapter/roles.ts'
import { spokenOf } from '../adapter/spoken.ts'
import type { Observation, StateKey } from '../graph/evidence.ts'
import { absent, type Feature, stateOf } from '../graph/state.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Answer } from '../relay/intercept.ts'
import type { Catalogue } from './catalogue.ts'
import { digestOf } from './digest.ts'

/** What one resource looked like at one moment. */
export interface Sight {
  readonly observation: Observation
  readonly features: readonly Feature[]
  /** The fields that a condition may speak of; see adapter/spoken.ts. */
  readonly spoken: JsonObject
  /** Features that the adapter did not choose; see adapter/features.ts. */
  readonly aside?: readonly Feature[]
  /** null where it could not be read. */
  readonly state: StateKey | null
  /** Digest of all that was read, fields that are never state included. */
  readonly look: string
}

/** A resource that a call names, and how it was last seen. */
export interface Place {
  readonly role: Role
  readonly sight: Sight
}

/** Asks the server for one reading, for so many milliseconds. */
export type AskTool = (reading: Reading, timeoutMs: number) => Promise<Answer>

/** How a server's resources are looked at. */
export interface Observer {
  /** Reads a resource back, through the tool that the adapter names for it and that is known to read. */
  look(role: Role, ask: AskTool): Promise<Sight>
  /** What an answer of the reading tool, which the host itself asked for, shows of the resource. */
  seen(role: Role, answer: JsonObject): Sight
}

/** How long a reading may take, in milliseconds: a call must not wait for it longer than a host waits for the call. */
const patience = 5000

/**
 * Readings that are at most `reuse_ms` old are used again, where the adapter asks for that. A reading tool that does
 * not answer in time is left in peace for a while, twice as long each time: until then its resources are unread.
 */
export function createObserver(catalogue: Catalogue, now: () => number): Observer {
  const last = new Map<string, { at: number; sight: Sight }>()
  const rest = createRest(now)
  const seen = (role: Role, answer: JsonObject): Sight => {
    const sight = sightOf(role, observationOf(role.rule, role.id, answer), answer)
    if (role.rule.read.reuseMs > 0) remember(last, role.ref, { at: now(), sight })
    return sight
  }
  return {
    seen,
    async look(role, ask) {
      const known = last.get(role.ref)
      if (known !== undefined && now() - known.at <= role.rule.read.reuseMs) return known.sight
      const tool = role.rule.observationTool
      if (rest.isResting(tool)) return unread('its reading tool did not answer in time before')
      const until = now() + patience
      let reading = readingOf(role.rule, role.id, catalogue.tools.get(tool)?.inputSchema)
      for (let page = 1; ; page++) {
        const answer = await ask(reading, Math.max(1, until - now()))
        rest.note(tool, answer.kind === 'timeout')
        const said = answer.kind === 'answer' ? bodyOf(answer.message.value()) : undefined
        if (said === undefined) return unread(answer.kind)
        const next = nextPage(role.rule, role.id, reading, said, page)
        if (next === undefined) return seen(role, said)
        reading = next
      }
    },
  }
}

/** Milliseconds that a reading tool rests after it did not answer once. */
const firstRest = 30_000

/** Which reading tools are left in peace. */
function createRest(now: () => number) {
  const resting = new Map<string, { until: number; length: number }>()
  return {
    isResting: (tool: string) => (resting.get(tool)?.until ?? 0) > now(),
    note(tool: string, timedOut: boolean) {
      const length = (resting.get(tool)?.length ?? firstRest / 2) * 2
      if (timedOut) resting.set(tool, { until: now() + length, length })
      else resting.delete(tool)
    },
  }
}

/** A resource that was not looked at, or whose reading was not answered. */
export function unread(why: string): Sight {
  return { observation: { kind: 'unread', why }, features: [], spoken: {}, state: null, look: 'unread' }
}

/** The result of an answer, or the error object in its place. */
export function bodyOf(message: JsonObject | undefined): JsonObject | undefined {
  if (message === undefined) return undefined
  return isObject(message.result) ? message.result : isObject(message.error) ? message.error : undefined
}

function sightOf({ rule }: Role, observation: Observation, answer: JsonObject): Sight {
  if (observation.kind === 'unread') return unread(observation.why)
  if (observation.kind === 'absent') {
    return { observation, features: [], spoken: {}, state: absent, look: 'absent' }
  }
  const features = featuresOf(rule, observation.fields)
  const spoken = spokenOf(rule, observation.fields)
  return {
    observation,
    features,
    spoken,
    aside: asideOf(rule, observation.fields),
    state: stateOf(features),
    look: lookOf(rule, observation.fields, answer),
  }
}

/** Where the fields are all that was read, they are the look; else the text in which they were found. */
function lookOf(rule: ResourceRule, fields: JsonObject, answer: JsonObject): string {
  const isWhole = rule.format === 'fields' || rule.format === 'kv_text'
  return digestOf(isWhole ? fields : textOf(answer))
}

/** The oldest reading is forgotten first; a thousand are enough for any one server. */
function remember<T>(last: Map<string, T>, ref: string, reading: T): void {
  last.delete(ref)
  last.set(ref, reading)
  const [oldest] = last.keys()
  if (last.size > 1000 && oldest !== undefined) last.delete(oldest)
}
