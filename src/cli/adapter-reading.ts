import type { Adapter } from '../adapter/adapter.ts'
import { featuresOf } from '../adapter/features.ts'
import type { Observation } from '../adapter/observation.ts'
import { observationOf, readingOf } from '../adapter/read.ts'
import { parseRef, refOf } from '../adapter/ref.ts'
import type { ListedTool } from '../adapter/tool.ts'
import { absent, inBrackets, stateOf } from '../graph/state.ts'
import type { JsonObject } from '../json.ts'
import { Problem } from '../problem.ts'
import type { Session } from '../relay/session.ts'
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
}

/** Reads a resource once, with the one call that the proxy would make. Throws `usage` where the name names nothing. */
export async function readLive(
  adapter: Adapter,
  tools: readonly ListedTool[],
  session: Session,
  resource: string,
): Promise<LiveReading> {
  const named = parseRef(adapter, resource)
  if (named === undefined) throw unnameable(adapter, resource)
  const { rule, id } = named
  const schema = tools.find(tool => tool.name === rule.observationTool)?.inputSchema
  const reading = readingOf(rule, id, schema)
  const result = await answerOf(session, reading.tool, reading.arguments)
  const observation = observationOf(rule, id, result)
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
  }
}

/** A JSON-RPC error is an answer too: it may say that the resource does not exist. */
async function answerOf(session: Session, name: string, args: JsonObject): Promise<JsonObject> {
  try {
    return await session.request('tools/call', { name, arguments: args })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'server-refused') throw error
    return { isError: true, content: [{ type: 'text', text: error.message }] }
  }
}

/** The reading in a few lines for a person. */
export function readingInWords({ resource, tool, observation, state, ignored, why }: LiveReading): string {
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
