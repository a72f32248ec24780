import type { GateParts } from './parts.ts'
import type { Policy } from './policy.ts'

/** Says the line about a state, where lines are wanted. */
export interface Speaker {
  /** With a result: not twice the same in a row to one host. */
  once(line: string | undefined): string[]
  /** With a refusal: always. */
  always(line: string | undefined): string[]
}

export function createSpeaker({ hints }: Policy, answers: GateParts['answers'] = 'one host'): Speaker {
  let last: string | undefined
  const always = (line: string | undefined) => {
    if (line === undefined || !hints) return []
    last = line
    return [line]
  }
  return { always, once: line => (line === last && answers === 'one host' ? [] : always(line)) }
}
