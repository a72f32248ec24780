import { Problem } from '../../problem.ts'

/** Where a remote server is, apart from what lets us in. */
export interface Address {
  /** Without user and password. */
  readonly url: URL
  /** The `Authorization` that user and password in the address stand for. */
  readonly authorization: string | undefined
  /** Fit to be printed: a path or a query may hold a key. */
  readonly shown: string
}

/** Reads an address. Throws Problem `url-invalid`, which does not repeat what may be a secret. */
export function readAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw new Problem('url-invalid', { what: 'it is not a URL' })
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Problem('url-invalid', { what: `it begins with ${url.protocol}` })
  const { username, password } = url
  url.username = ''
  url.password = ''
  url.hash = ''
  return { url, authorization: basic(username, password), shown: shown(url) }
}

/** Scheme, host and port: what a person knows a server by, and never a secret. */
export function shown(url: URL): string {
  return url.origin
}

/** Is this name one of this very machine, where what is said over http is heard by nobody else? */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function basic(username: string, password: string): string | undefined {
  if (username === '' && password === '') return undefined
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
