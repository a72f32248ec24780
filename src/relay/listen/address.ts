import { Problem } from '../../problem.ts'

/** Where the listener is bound: only this machine can reach it. */
export interface Address {
  readonly host: '127.0.0.1' | '::1'
  /** 0: any that is free. */
  readonly port: number
}

/**
 * Reads `127.0.0.1:PORT`, `[::1]:PORT`, `localhost:PORT` or a port alone.
 * Throws Problem `not-loopback` for an address that others could reach, `listen-address` for what is none.
 */
export function readAddress(text: string): Address {
  const parts = /^(?:(?<host>\[[\da-f:.]+\]|[^:[\]]*):)?(?<port>\d{1,5})$/i.exec(text.trim())?.groups
  const port = Number(parts?.port)
  if (parts === undefined || port > 65535) throw new Problem('listen-address', { address: text })
  const host = loopback.get(parts.host?.toLowerCase() ?? '127.0.0.1')
  if (host === undefined) throw new Problem('not-loopback', { address: text, port })
  return { host, port }
}

/** How the address stands in a URL and in a Host header. */
export function authorityOf({ host, port }: Address): string {
  return host === '::1' ? `[::1]:${port}` : `${host}:${port}`
}

const loopback = new Map<string, Address['host']>([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['[::1]', '::1'],
])
