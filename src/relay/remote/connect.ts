import type { Writable } from 'node:stream'
import type { Ending, Server } from '../stdio.ts'
import { type Address, isLoopback, readAddress } from './address.ts'
import type { Headers } from './http.ts'
import { createInlet } from './inlet.ts'
import { createLink, type Login } from './link.ts'
import { createOpenRequests } from './open.ts'
import { type Remote, sessionHeaders } from './remote.ts'
import { createSpout } from './spout.ts'

export interface RemoteOptions {
  /** `http` or `https`. A user and password in it become a header. */
  readonly url: string
  /** Sent with every request to this server, and to no other. */
  readonly headers?: Headers
  /** Logs in where the server asks for it. */
  readonly login?: Login
  /** Where we tell the person what the host may not show. */
  readonly errors: Writable
}

/**
 * A server that is reached over Streamable HTTP (or the transport before it), with the ends of one that is our child:
 * a relay need not know the difference. Nothing is sent before the host speaks. It ends when its input has and every
 * request was answered, or when it is killed: the session is then ended, too.
 * Throws Problem `url-invalid`.
 */
export function connectRemote(options: RemoteOptions): Server {
  const { headers = {}, login, errors } = options
  const address = readAddress(options.url)
  const life = new AbortController()
  const remote: Remote = {
    link: createLink(address, headers, login),
    toHost: createSpout(),
    open: createOpenRequests(),
    life: life.signal,
    say: teller(errors),
    tools: new Map(),
    session: {},
  }
  if (isOverheard(address) && (address.authorization !== undefined || Object.keys(headers).length > 0))
    remote.say(
      `What lets us in at ${address.shown} can be read by everybody on the way: use https where it can.`,
    )
  let isOver = false
  let killedBy: NodeJS.Signals | undefined
  const { stream: stdout } = remote.toHost
  const over = new Promise<Ending>(resolve => {
    stdout.once('close', () => {
      isOver = true
      resolve({ code: killedBy === undefined ? 0 : null, signal: killedBy ?? null })
    })
  })
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= endSession(remote, life)
    return ending
  }
  return {
    stdin: createInlet(remote, end),
    stdout,
    kill(signal) {
      if (!ending) killedBy ??= signal
      if (signal === 'SIGKILL') stdout.destroy()
      void end()
    },
    isAlive: () => !isOver,
    over,
  }
}

function isOverheard({ url }: Address): boolean {
  return url.protocol === 'http:' && !isLoopback(url)
}

/** Says each thing once: a server that is away would else fill the host's log. */
function teller(errors: Writable): (text: string) => void {
  const told = new Set<string>()
  return text => {
    if (told.has(text)) return
    told.add(text)
    errors.write(`mcpgraphy: ${text}\n`)
  }
}

async function endSession(remote: Remote, life: AbortController): Promise<void> {
  const { link, open, session, toHost } = remote
  life.abort()
  for (const each of open.all()) each.abandon()
  if (session.id !== undefined) {
    const headers = sessionHeaders(session)
    const signal = AbortSignal.timeout(patience)
    const outgoing = { method: 'DELETE', headers, signal, isQuiet: true } as const
    const response = await link.send(outgoing).catch(() => undefined)
    response?.body.resume()
  }
  link.close()
  toHost.end()
}

/** Milliseconds for a server to end its session. */
const patience = 1000
