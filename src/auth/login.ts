import type { Writable } from 'node:stream'
import { Problem } from '../problem.ts'
import { isLoopback, readAddress } from '../relay/remote/address.ts'
import type { Challenge, Login } from '../relay/remote/link.ts'
import { openInBrowser } from './browser.ts'
import { authorizationOf, type Kept, keptFile, makeAuthFolder, readKept, writeKept } from './kept.ts'
import { alone } from './lock.ts'
import type { StaticClient } from './provider.ts'

export interface LoginOptions {
  readonly url: string
  /** The user's folder, in which what is worth keeping lies. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the person is told where to log in. */
  readonly errors: Writable
  /** Opens the page; the user's browser where it is not given. */
  readonly open?: (page: URL) => void
  /** Milliseconds for the person to log in, five minutes where it is not given. */
  readonly waitMs?: number
}

/**
 * Logs in at one server where that asks for it, with OAuth in the user's browser. Tokens are kept for the next time
 * and for other proxies before the same server, of which one logs in while the others wait.
 */
export function createLogin(options: LoginOptions): Login {
  const { url, shown } = readAddress(options.url)
  const file = keptFile(options.folder, url.href)
  let kept: Promise<Kept> | undefined
  const closed = new AbortController()
  const running = new Map<boolean, Promise<void>>()
  let failed: { readonly problem: Problem; readonly at: number } | undefined
  const read = () => {
    kept = readKept(file)
    return kept
  }
  const isNeedless = (refused: string | undefined) => async () => {
    const authorization = authorizationOf(await read())
    return authorization !== undefined && authorization !== refused
  }
  const renew = async (challenge: Challenge) => {
    const { signal, isLate, over } = deadline(options.waitMs ?? usualWait, closed.signal)
    const lock = { staleAfterMs: (options.waitMs ?? usualWait) + spare, signal }
    await makeAuthFolder(file)
    const run = async () =>
      (await import('./log-in.ts')).logIn({
        url,
        server: shown,
        kept: await read(),
        save: next => writeKept(file, shown, next),
        ...registered(options.env),
        challenge: challenge.header,
        wantsMore: challenge.wantsMore,
        mayAsk: challenge.mayAsk,
        show: page => show(page, shown, options),
        signal,
      })
    await alone(`${file}.lock`, lock, isNeedless(challenge.refused), run)
      .catch(error => {
        throw isLate() ? late(shown, options) : error
      })
      .finally(over)
    await read()
  }
  return {
    authorization: async () => authorizationOf(await (kept ?? read())),
    async renew(challenge) {
      if (url.protocol !== 'https:' && !isLoopback(url)) throw needsHttps(shown)
      const { mayAsk, signal } = challenge
      if (mayAsk && failed && Date.now() - failed.at < respite) throw failed.problem
      const mine = running.get(mayAsk) ?? renew(challenge).finally(() => running.delete(mayAsk))
      running.set(mayAsk, mine)
      // Everybody who waits for it may have left by then.
      mine.catch(() => undefined)
      await Promise.race([mine, aborted(signal)]).catch(error => {
        if (mayAsk && error instanceof Problem) failed = { problem: error, at: Date.now() }
        throw error
      })
    },
    close: () => closed.abort(),
  }
}

const usualWait = 300_000
/** Milliseconds beyond the wait in which a log-in must have come to its end. */
const spare = 60_000
/** Milliseconds after a failed log-in in which no other page is opened: a host asks several things in a row. */
const respite = 15_000

/**
 * A signal that comes when the time is up, or with another. By hand: what `AbortSignal.any` and `AbortSignal.timeout`
 * give may be collected on Node 20 before it comes, and a log-in would wait for ever.
 */
function deadline(ms: number, other: AbortSignal): { signal: AbortSignal; isLate(): boolean; over(): void } {
  const stop = new AbortController()
  let late = false
  const timer = setTimeout(() => {
    late = true
    stop.abort()
  }, ms)
  const passOn = () => stop.abort(other.reason)
  if (other.aborted) passOn()
  else other.addEventListener('abort', passOn, { once: true })
  return {
    signal: stop.signal,
    isLate: () => late,
    over() {
      clearTimeout(timer)
      other.removeEventListener('abort', passOn)
    },
  }
}

function registered(env: LoginOptions['env']): {
  staticClient: StaticClient | undefined
  port: number | undefined
} {
  const { MCPGRAPHY_CLIENT_ID: id, MCPGRAPHY_CLIENT_SECRET: secret, MCPGRAPHY_CALLBACK_PORT: port } = env
  const staticClient = id ? { client_id: id, ...(secret ? { client_secret: secret } : {}) } : undefined
  return { staticClient, port: port && /^\d{1,5}$/.test(port) ? Number(port) : undefined }
}

function show(page: URL, server: string, { env, errors, open }: LoginOptions): void {
  errors.write(
    `mcpgraphy: ${server} asks you to log in. If no browser opens, open this page:\n${page.href}\n`,
  )
  if (open) open(page)
  else openInBrowser(page, env)
}

function late(server: string, { waitMs = usualWait }: LoginOptions): Problem {
  return new Problem('login-late', { server, minutes: Math.round(waitMs / 60_000) })
}

function needsHttps(server: string): Problem {
  const now = 'Give its https:// address: over http everybody on the way could read what lets you in.'
  return new Problem('login-needed', { server, status: 401, now })
}

/** Who waits no more need not be told the end. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
