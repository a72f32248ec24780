import type { JsonObject } from '../../json.ts'
import { envelopeError } from '../envelope.ts'
import { jsonOf, saysError } from '../result.ts'

/** One call that was really made, and what the server answered: the result, or the error object of JSON-RPC. */
export interface Sample {
  readonly tool: string
  readonly arguments: JsonObject
  readonly result: JsonObject
  /** The call was about a thing that is known not to exist. */
  readonly ofMissing?: boolean
}

/** The answers of one tool that are no failure, as far as their form tells. */
export function successesOf(samples: readonly Sample[], tool: string): Sample[] {
  return samples.filter(each => each.tool === tool && each.ofMissing !== true && !isFailure(each.result))
}

/** Does the answer say by its form that the call failed? */
export function isFailure(result: JsonObject): boolean {
  return saysError(result) || envelopeError(jsonOf(result)) !== undefined
}
