import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isObject, type JsonObject, parseJson } from '../json.ts'

/** What we let the host carry for us from one leg of a call to the next (revision 2026-07-28). */
export interface Carried {
  /** The person was asked, or has approved. */
  readonly stage: 'asked' | 'approved'
  /** Digest of the call that it is about: for no other call does it mean anything. */
  readonly call: string
  /** The server's own `requestState`, given back to it byte for byte; null where it has none. */
  readonly server: string | null
}

/** Seals and opens what is carried. The key lives as long as this process: after a restart the person is asked again. */
export interface Seal {
  close(carried: Carried): string
  /** undefined: not ours, or not as we closed it. */
  open(state: unknown): Carried | undefined
}

const mark = 'mcpgraphy.'

export function createSeal(): Seal {
  const key = randomBytes(32)
  const sign = (body: string) => createHmac('sha256', key).update(body).digest()
  return {
    close(carried) {
      const body = Buffer.from(JSON.stringify(carried)).toString('base64url')
      return `${mark}${body}.${sign(body).toString('base64url')}`
    },
    open(state) {
      if (typeof state !== 'string' || !state.startsWith(mark)) return undefined
      const [body = '', signature = ''] = state.slice(mark.length).split('.')
      const given = Buffer.from(signature, 'base64url')
      const right = sign(body)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      return carriedIn(parseJson(Buffer.from(body, 'base64url').toString('utf8')))
    },
  }
}

function carriedIn(value: unknown): Carried | undefined {
  if (!isObject(value)) return undefined
  const { stage, call, server } = value as JsonObject
  if ((stage !== 'asked' && stage !== 'approved') || typeof call !== 'string') return undefined
  return { stage, call, server: typeof server === 'string' ? server : null }
}
