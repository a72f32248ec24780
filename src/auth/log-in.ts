import { auth, extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js'
import { Problem, reasonOf } from '../problem.ts'
import { isLoopback } from '../relay/remote/address.ts'
import { cleaned } from '../relay/remote/clean-text.ts'
import { type Callback, openCallback } from './callback.ts'
import type { Kept } from './kept.ts'
import { createProvider, type Provider, type StaticClient } from './provider.ts'

/** One log-in. */
export interface LogIn {
  readonly url: URL
  /** The server, as it may be printed. */
  readonly server: string
  readonly kept: Kept
  readonly save: (kept: Kept) => Promise<void>
  readonly staticClient: StaticClient | undefined
  /** The port of the page that the browser comes back to; any that is free where it is not given. */
  readonly port: number | undefined
  /** The header `WWW-Authenticate` of the server's refusal. */
  readonly challenge: string | undefined
  /** Ask the person even where the kept tokens could be renewed: they allow too little. */
  readonly wantsMore: boolean
  /** A person may be asked. */
  readonly mayAsk: boolean
  /** Shows the person where to log in. */
  readonly show: (page: URL) => void
  readonly signal: AbortSignal
}

/**
 * Renews the tokens, or has the person log in (OAuth 2.1 with PKCE, by the SDK's client: discovery, registration,
 * exchange). What is worth keeping was saved when it resolves. Throws Problem `login-denied`, or the signal's reason.
 */
export async function logIn(login: LogIn): Promise<void> {
  try {
    if (!login.wantsMore && login.kept.tokens?.refresh_token && (await refreshed(login))) return
    if (!login.mayAsk) throw needed(login)
    await askPerson(login)
  } catch (error) {
    login.signal.throwIfAborted()
    if (error instanceof Problem) throw error
    const reason = cleaned(reasonOf(error))
    const now = reason.includes('dynamic client registration') ? registerByHand : undefined
    throw new Problem('login-denied', { server: login.server, reason, now }, { cause: error })
  }
}

const registerByHand =
  'Register a client there by hand, with http://127.0.0.1:PORT/callback as where it leads back, and give both: MCPGRAPHY_CLIENT_ID and MCPGRAPHY_CALLBACK_PORT.'

/** A renewal that a server refuses leads to a new log-in, and no page is shown for nothing. */
async function refreshed(login: LogIn): Promise<boolean> {
  const [redirectUrl = 'http://127.0.0.1/callback'] = redirectsOf(login.kept)
  const provider = createProvider({ ...login, redirectUrl })
  return (await runAuth(login, provider).catch(() => 'REDIRECT')) === 'AUTHORIZED'
}

async function askPerson(login: LogIn): Promise<void> {
  const [known] = redirectsOf(login.kept)
  const callback = await openCallback(login.server, login.port ?? portOf(known))
  try {
    const provider = createProvider({
      ...login,
      redirectUrl: callback.url,
      kept: usable(login.kept, callback.url),
    })
    const begun = await runAuth(login, provider).catch(error => {
      throw provider.isFound() ? error : needed(login)
    })
    if (begun === 'AUTHORIZED') return
    await runAuth(login, provider, await codeFrom(login, provider, callback))
  } finally {
    callback.close()
  }
}

async function codeFrom(login: LogIn, provider: Provider, callback: Callback): Promise<string> {
  const page = provider.page()
  if (page === undefined || !isSecure(page)) throw denied(login, 'its log-in page has no secure address')
  const returned = callback.returned(provider.expectedState, login.signal)
  login.show(page)
  const { code, issuer } = await returned
  if (issuer !== undefined && provider.issuer() !== undefined && issuer !== provider.issuer())
    throw denied(login, 'the answer came from another issuer than the one that was asked')
  return code
}

async function runAuth(login: LogIn, provider: Provider, authorizationCode?: string) {
  const headers = login.challenge === undefined ? {} : { 'WWW-Authenticate': login.challenge }
  const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(
    new Response(null, { status: 401, headers }),
  )
  return await auth(provider, {
    serverUrl: login.url,
    fetchFn: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(patience) }),
    ...(scope !== undefined && { scope }),
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
    ...(authorizationCode !== undefined && { authorizationCode }),
  })
}

/** Milliseconds for each request to a server that logs people in. */
const patience = 30_000

/** Nothing of the old tokens; and a client only where the server knows the page that we come back to. */
function usable({ client }: Kept, redirectUrl: string): Kept {
  return client && redirectsOf({ client }).includes(redirectUrl) ? { client } : {}
}

function redirectsOf({ client }: Kept): string[] {
  return client && 'redirect_uris' in client ? client.redirect_uris.map(String) : []
}

function portOf(url: string | undefined): number | undefined {
  return url !== undefined && URL.canParse(url) ? Number(new URL(url).port) || undefined : undefined
}

function isSecure(page: URL): boolean {
  return page.protocol === 'https:' || (page.protocol === 'http:' && isLoopback(page))
}

/** There is nowhere to log in, or nobody to do it just now. */
function needed({ server }: LogIn): Problem {
  return new Problem('login-needed', { server, status: 401 })
}

function denied({ server }: LogIn, reason: string): Problem {
  return new Problem('login-denied', { server, reason })
}
