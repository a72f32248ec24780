import { performance } from 'node:perf_hooks'
import type { Adapter, ResourceRule } from '../adapter/adapter.ts'
import { checkReadings } from '../adapter/check-readings.ts'
import { nowhere } from '../adapter/draft/sampling.ts'
import { featuresOf } from '../adapter/features.ts'
import type { Finding } from '../adapter/finding.ts'
import type { Observation } from '../adapter/observation.ts'
import { readBack } from '../adapter/read-back.ts'
import { parseRef, refOf } from '../adapter/ref.ts'
import type { ListedTool } from '../adapter/tool.ts'
import { absent, inBrackets, stateOf } from '../graph/state.ts'
import type { JsonObject } from '../json.ts'
import { Problem } from '../problem.ts'
import type { Session } from '../relay/session.ts'
import { askTool } from './adapter-ask.ts'
import { printable } from './print.ts'

/** One real reading of a resource, and the state that it yields. */
export interface LiveReading {
  readonly resource: string
  readonly tool: string
  readonly arguments: JsonObject
  readonly observation: Observation['kind']
  /** The state as the graph would hold it; null where the resource could not be read. */
  readonly state: string | null
  /** Fields that were read and are no state. */
  readonly ignored: readonly string[]
  /** Why it could not be read. */
  readonly why: string | null
  /** Milliseconds that it took. */
  readonly ms: number
}

/** A resource that was read, one of its kind that does not exist, and what the two say against the adapter. */
export interface LiveReadings {
  readonly reading: LiveReading
  /** null where there is one such resource only, and none that could be missing. */
  readonly missing: LiveReading | null
  readonly findings: readonly Finding[]
}

/**
 * Reads a resource twice, and twice one that does not exist, with the calls that the proxy would make. A reading may
 * take so many milliseconds. Throws `usage` where the name names nothing.
 */
export async function readLive(
  adapter: Adapter,
  tools: readonly ListedTool[],
  session: Session,
  { resource, limit }: { resource: string; limit: number },
): Promise<LiveReadings> {
  const named = parseRef(adapter, resource)
  if (named === undefined) throw unnameable(adapter, resource)
  const { rule, id } = named
  const read = async (id: readonly string[]) => {
    const schema = tools.find(tool => tool.name === rule.observationTool)?.inputSchema
    const begun = performance.now()
    const { reading, observation } = await readBack(rule, id, schema, each => askTool(session, each))
    return { reading, observation, ms: performance.now() - begun }
  }
  const there = [await read(id), await read(id)] as const
  const nothing = id.length === 0 ? id : [...id.slice(0, -1), nowhere(id.at(-1) ?? '')]
  const missing = id.length === 0 ? there : ([await read(nothing), await read(nothing)] as const)
  const findings = checkReadings(rule, {
    there: [there[0].observation, there[1].observation],
    missing: id.length === 0 ? [gone, gone] : [missing[0].observation, missing[1].observation],
    slowest: Math.max(...[...there, ...missing].map(({ ms }) => ms)),
    limit,
  })
  return {
    reading: factsOf(rule, id, there[0]),
    missing: id.length === 0 ? null : factsOf(rule, nothing, missing[0]),
    findings,
  }
}

const gone: Observation = { kind: 'absent' }

function factsOf(
  rule: ResourceRule,
  id: readonly string[],
  {
    reading,
    observation,
    ms,
  }: { reading: { tool: string; arguments: JsonObject }; observation: Observation; ms: number },
): LiveReading {
  const fields = observation.kind === 'seen' ? observation.fields : {}
  const features = featuresOf(rule, fields)
  return {
    resource: refOf(rule, id),
    tool: reading.tool,
    arguments: reading.arguments,
    observation: observation.kind,
    state: { seen: stateOf(features), absent, unread: null }[observation.kind],
    ignored: Object.keys(fields).filter(field => !features.some(([name]) => name === field)),
    why: observation.kind === 'unread' ? observation.why : null,
    ms: Math.round(ms),
  }
}

/** The readings in a few lines for a person. */
export function readingsInWords({ reading, missing }: Pick<LiveReadings, 'reading' | 'missing'>): string {
  return readingInWords(reading) + (missing === null ? '' : readingInWords(missing))
}

function readingInWords({ resource, tool, observation, state, ignored, why }: LiveReading): string {
  const name = printable(resource)
  if (observation === 'unread')
    return `${name}  could not be read with ${tool}: ${printable(why ?? '', 300)}\n`
  const rest =
    ignored.length === 0
      ? ''
      : `  read, but no state: ${ignored.map(each => printable(each, 40)).join(', ')}\n`
  return `${name}  ${printable(inBrackets(state), 2000)}\n${rest}`
}

function unnameable(adapter: Adapter, resource: string): Problem {
  const forms = adapter.resources.map(rule =>
    refOf(
      rule,
      rule.idParams.map(param => param.toUpperCase()),
    ),
  )
  return new Problem('usage', {
    what: `${JSON.stringify(resource)} names no resource`,
    now: `Write ${forms.join(' or ')}.`,
  })
}
