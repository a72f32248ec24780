import { at } from '../../json.ts'
import type { Message } from '../message.ts'
import type { Headers } from './http.ts'
import { laterHeaders, type Mirrored, revisionOf } from './later-era.ts'
import type { Link } from './link.ts'
import type { OpenRequests } from './open.ts'
import type { Spout } from './spout.ts'

/** Everything that one remote server's streams share. */
export interface Remote {
  readonly link: Link
  readonly toHost: Spout
  readonly open: OpenRequests
  /** Aborted when it is over. */
  readonly life: AbortSignal
  /** Tells the person, on standard error; the same thing once. */
  readonly say: (text: string) => void
  /** The arguments that tools want in headers, by tool: known of each tool that was listed in the later era. */
  readonly tools: Map<string, Mirrored>
  session: Session
  /** The revision that the host named last, in the later era. */
  revision?: string
}

/** The session of the earlier era. In the later one there is none, and all of this stays empty. */
export interface Session {
  /** What the server calls it, where it keeps one. */
  id?: string
  /** The revision that was agreed on. */
  version?: string
  /** How the host began, kept so that a session that the server lost can be begun again. */
  hello?: Message
  initialized?: Message
  oldTransport?: OldTransport
  /** The stream on which the server speaks first is open. */
  isListening?: boolean
  /** The server no longer knows it. */
  isLost?: boolean
  /** Its being renewed, while it is. */
  renewal?: Promise<void>
}

/** Where messages go in a server of the transport of 2024-11-05; all that it says comes on one stream. */
export interface OldTransport {
  readonly endpoint: URL
  /** Settled when that stream has ended. */
  readonly ended: Promise<void>
  isUp: boolean
}

/**
 * The headers that a message needs, by its own era. One that names no revision, from a host that has begun no session
 * but named one before, is a faulty message of the later era: the server is to see it as such.
 */
export function headersFor(remote: Remote, message: Message): Headers {
  const value = message.value()
  const named = revisionOf(value)
  if (named !== undefined) remote.revision = named
  const revision = named ?? (remote.session.hello ? undefined : remote.revision)
  if (value === undefined || revision === undefined) return { ...posting, ...sessionHeaders(remote.session) }
  const mirrored = remote.tools.get(toolOf(message) ?? '') ?? []
  return { ...posting, ...laterHeaders(revision, value, mirrored) }
}

/** What ties a request to the session. */
export function sessionHeaders({ id, version }: Session): Headers {
  return {
    ...(id === undefined ? {} : { 'Mcp-Session-Id': id }),
    ...(version === undefined ? {} : { 'MCP-Protocol-Version': version }),
  }
}

/** The tool that a call names. */
function toolOf(message: Message): string | undefined {
  if (message.method !== 'tools/call') return undefined
  const name = at(message.value(), 'params.name')
  return typeof name === 'string' ? name : undefined
}

const posting = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
