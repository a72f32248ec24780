import type { JsonObject } from '../json.ts'
import { reasonOf } from '../problem.ts'
import { type Line, lineOf } from './frames.ts'
import type { Id } from './message.ts'
import type { Ending } from './stdio.ts'

/** The answer to a request, whose id goes out as it came. */
export function resultAnswer(id: Id, result: JsonObject): Line {
  return lineOf(Buffer.from(`{"jsonrpc":"2.0","id":${id.text},"result":${JSON.stringify(result)}}`))
}

/** An error as the answer to a request. */
export function errorAnswer(id: Id, code: number, message: string): Line {
  const error = JSON.stringify({ code, message })
  return lineOf(Buffer.from(`{"jsonrpc":"2.0","id":${id.text},"error":${error}}`))
}

/** What the host is told of a request that was sent to a server which has ended since; `how` says how. */
export function endedInMidCall(id: Id, method: string | undefined, how: string): Line {
  const effect = method === 'tools/call' ? ' Whether the call had an effect is not known.' : ''
  return errorAnswer(id, serverGone, `The server ended (${how}) before it answered ${method}.${effect}`)
}

/** What the host is told of a request that could not be sent. */
export function notSent(id: Id, method: string | undefined, how: string): Line {
  return errorAnswer(id, serverGone, `The server has ended (${how}): ${method} was not sent to it.`)
}

/** How a process ended. */
export function endingInWords({ code, signal }: Ending): string {
  return signal ? `signal ${signal}` : `exit code ${code}`
}

/** Why it never ran. */
export function failureInWords(error: unknown): string {
  return reasonOf(error).replace(/\.$/, '')
}

/** The first of the codes that JSON-RPC leaves to implementations. */
const serverGone = -32000
