import { type Address, readAddress } from '../relay/listen/address.ts'
import { type Limits, usualLimits } from '../relay/listen/limits.ts'
import { count, wrong } from './wrong-usage.ts'

/** What a command line says about a listener. */
export interface ListenLine {
  readonly address: Address
  readonly share: boolean
  readonly allowedOrigins: readonly string[]
  readonly limits: Limits
}

export const listenOptions = {
  listen: { type: 'string' },
  share: { type: 'boolean' },
  'allow-origin': { type: 'string', multiple: true },
  'idle-minutes': { type: 'string' },
  'max-body-mb': { type: 'string' },
  'max-sessions': { type: 'string' },
} as const

type Values = Readonly<{
  [name in keyof typeof listenOptions]?: string | boolean | string[] | undefined
}>

/** The listener that is wanted, or undefined. Throws `usage`, `listen-address` or `not-loopback`. */
export function listenLine(values: Values): ListenLine | undefined {
  const { listen, share, 'allow-origin': origins = [], ...counts } = values
  if (typeof listen !== 'string') {
    const stray = Object.keys(listenOptions).find(name => values[name as keyof Values] !== undefined)
    if (stray !== undefined) throw wrong(`--${stray} is for a listener`, 'Give --listen 127.0.0.1:PORT too.')
    return undefined
  }
  return {
    address: readAddress(listen),
    share: share === true,
    allowedOrigins: (origins as string[]).map(origin),
    limits: limitsFrom(counts),
  }
}

function limitsFrom(values: Values): Limits {
  const given = (name: keyof Values, unit: number, usual: number) => {
    const value = values[name]
    return typeof value === 'string' ? count(`--${name}`, value) * unit : usual
  }
  const body = given('max-body-mb', 1_000_000, usualLimits.body)
  return {
    ...usualLimits,
    body,
    bodies: Math.max(usualLimits.bodies, body),
    idle: given('idle-minutes', 60_000, usualLimits.idle),
    sessions: given('max-sessions', 1, usualLimits.sessions),
  }
}

/** An origin as browsers send it. */
function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, ''))
    throw wrong(`--allow-origin takes an origin such as https://app.example.com, not “${text}”`)
  return url.origin
}
