import { type Role, rolesOf } from '../adapter/roles.ts'
import type { Mode } from '../advice/call.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Answer, Held } from '../relay/intercept.ts'
import { type Standing, standingOf } from './catalogue.ts'
import { metaForReading } from './era.ts'
import type { AskTool } from './observe.ts'
import type { GateParts, Known } from './parts.ts'

/** One `tools/call` in the gate's hand, with all that does not change on its way. */
export interface Hand {
  readonly held: Held
  readonly request: JsonObject
  readonly tool: string
  readonly args: JsonObject
  readonly mode: Mode
  readonly standing: Standing
  readonly known: Known | undefined
  /** The resources that the call names. */
  readonly roles: readonly Role[]
  /** May it be called? Asked anew, since a person may have said yes meanwhile. */
  authorization(): Standing['authorization']
  /** Sends the call on, once: as it came, or as these bytes. */
  forward(request?: Buffer): Promise<Answer>
  /** It was sent on: from then on nothing of ours may answer in the server's place. */
  wasSent(): boolean
  /** Reads a resource on behalf of this call. */
  readonly ask: AskTool
}

/** A call of a tool, with what the gate knows of it before it is decided. */
export function takeInHand(parts: GateParts, held: Held): Hand {
  const request = held.request.value() ?? {}
  const params = isObject(request.params) ? request.params : {}
  const tool = typeof params.name === 'string' ? params.name : ''
  const args = isObject(params.arguments) ? params.arguments : {}
  const known = parts.known()
  const standing = () => standingOf(known?.adapter ?? null, parts.catalogue, parts.policy, tool, args)
  let sent = false
  return {
    held,
    request,
    tool,
    args,
    mode: parts.policy.mode(),
    standing: standing(),
    known,
    roles: known === undefined ? [] : rolesOf(known.adapter, tool, args),
    authorization: () => standing().authorization,
    forward(bytes) {
      sent = true
      return held.forward(bytes)
    },
    wasSent: () => sent,
    ask: ({ tool: name, arguments: given }, timeoutMs) =>
      held.ask('tools/call', { name, arguments: given, ...metaForReading(request) }, { timeoutMs }),
  }
}
