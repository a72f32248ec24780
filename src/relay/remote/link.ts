import type { Line } from '../frames.ts'
import type { Address } from './address.ts'
import { createHttp, type Headers, type Response } from './http.ts'

/** What lets us in where a server asks who we are. */
export interface Login {
  /** The `Authorization` to send, where there is one already. */
  authorization(): Promise<string | undefined>
  /**
   * Gets a better one than was refused, asking the person where it must. Throws Problem `login-denied`, `login-late`
   * or `login-needed`.
   */
  renew(challenge: Challenge): Promise<void>
  /** Nobody waits for a log-in any more. */
  close(): void
}

/** How a server asked. */
export interface Challenge {
  /** The header `WWW-Authenticate`. */
  readonly header: string | undefined
  /** What was sent and refused. */
  readonly refused: string | undefined
  /** It knows us, but wants us to be allowed more (`insufficient_scope`). */
  readonly wantsMore: boolean
  /** A person may be asked; else only what was kept may be renewed. */
  readonly mayAsk: boolean
  readonly signal: AbortSignal
}

/** A request as far as it differs from others to the same server. */
export interface Outgoing {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly headers: Headers
  readonly body?: Line
  readonly signal: AbortSignal
  /** Told once it has left. */
  readonly left?: () => void
  /** Nobody asked for it just now: no log-in may begin for it that a person would have to see to. */
  readonly isQuiet?: boolean
  /** Where another place of the same server is meant. */
  readonly url?: URL
}

/** The way to one server, with what lets us in. */
export interface Link {
  readonly address: Address
  /** Logs in where the server asks for it and sends again, once. Throws as `Http.send` and `Login.renew` do. */
  send(outgoing: Outgoing): Promise<Response>
  close(): void
}

/** `fixed` are the headers that the user gives; one of them that names us (`Authorization`) leaves no need to log in. */
export function createLink(address: Address, fixed: Headers, login: Login | undefined): Link {
  const http = createHttp()
  const given = address.authorization === undefined ? {} : { Authorization: address.authorization }
  const own = { ...given, ...fixed }
  const isNamed = Object.keys(own).some(name => name.toLowerCase() === 'authorization')
  const once = async (
    { url = address.url, headers, ...rest }: Outgoing,
    authorization: string | undefined,
  ) => {
    const known = authorization === undefined ? {} : { Authorization: authorization }
    return await http.send({ ...rest, url, headers: joined(headers, { ...own, ...known }) })
  }
  return {
    address,
    async send(outgoing) {
      if (login === undefined || isNamed) return await once(outgoing, undefined)
      const refused = await login.authorization()
      const response = await once(outgoing, refused)
      const header = [response.headers['www-authenticate'] ?? []].flat().join(', ') || undefined
      const wantsMore = response.status === 403 && /\binsufficient_scope\b/.test(header ?? '')
      if (response.status !== 401 && !wantsMore) return response
      response.body.resume()
      await login.renew({ header, refused, wantsMore, mayAsk: !outgoing.isQuiet, signal: outgoing.signal })
      return await once(outgoing, await login.authorization())
    },
    close() {
      login?.close()
      http.close()
    },
  }
}

/** What the protocol says of a request, which no header of the user's may belie. */
const protocols = /^(?:mcp-.*|accept|content-type|last-event-id)$/i

/**
 * The headers of a request with those that are fixed. A name counts whatever its case, and what the user fixed holds: a
 * host behind a listener cannot put its own key in the place of the user's.
 */
function joined(headers: Headers, fixed: Headers): Headers {
  const said = new Set(Object.keys(headers).map(name => name.toLowerCase()))
  const held = Object.entries(fixed).filter(
    ([name]) => !(protocols.test(name) && said.has(name.toLowerCase())),
  )
  const heldNames = new Set(held.map(([name]) => name.toLowerCase()))
  const others = Object.entries(headers).filter(([name]) => !heldNames.has(name.toLowerCase()))
  return Object.fromEntries([...held, ...others])
}
