import { createHash, randomBytes } from 'node:crypto'
import { greeted, resultOf, type Seen, serveWeb, type Web } from './web.ts'

/** A small authorization server, and an MCP server that lets in who comes with a token of it. */
export interface Guarded {
  /** The MCP server. */
  readonly mcp: Web
  /** The authorization server. */
  readonly issuer: Web
  /** How often each of its pages was asked for. */
  count(path: string): number
  /** From now on no token counts any more that was given so far; those to renew with do. */
  expire(): void
  /** Nor do those to renew with. */
  revoke(): void
  /** From now on calls need this scope. */
  require(scope: string): void
  close(): Promise<void>
}

export interface GuardedOptions {
  /** What a person does on the log-in page. */
  readonly person?: 'agrees' | 'refuses'
  /** What the page sends back instead of the state that it was given. */
  readonly state?: string
  readonly registers?: boolean
}

interface Grant {
  readonly challenge: string
  readonly redirect: string
  readonly scope: string
}

/** OAuth 2.1 as the specification of MCP wants it: metadata, registration, codes with PKCE, tokens that are renewed. */
export async function serveGuarded(options: GuardedOptions = {}): Promise<Guarded> {
  const { person = 'agrees', registers = true } = options
  const clients = new Map<string, readonly string[]>()
  const codes = new Map<string, Grant>()
  let access = new Map<string, string>()
  let refresh = new Map<string, string>()
  let needed: string | undefined
  const token = () => randomBytes(12).toString('hex')

  const give = (seen: Seen, scope: string) => {
    const [one, two] = [token(), token()]
    access.set(one, scope)
    refresh.set(two, scope)
    seen.json({ access_token: one, token_type: 'Bearer', expires_in: 3600, refresh_token: two, scope })
  }
  const authorize = (seen: Seen, query: URLSearchParams) => {
    const redirect = query.get('redirect_uri') ?? ''
    if (!clients.get(query.get('client_id') ?? '')?.includes(redirect)) return seen.status(400)
    const back = new URL(redirect)
    back.searchParams.set('state', options.state ?? query.get('state') ?? '')
    if (person === 'refuses') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The person said <b>no</b>')
    } else {
      const code = token()
      codes.set(code, {
        redirect,
        challenge: query.get('code_challenge') ?? '',
        scope: query.get('scope') ?? '',
      })
      back.searchParams.set('code', code)
    }
    seen.status(302, { Location: back.href })
  }
  const exchange = (seen: Seen, form: URLSearchParams) => {
    const old = form.get('refresh_token') ?? ''
    const kept = refresh.get(old)
    if (form.get('grant_type') === 'refresh_token') {
      refresh.delete(old)
      return kept === undefined ? seen.json({ error: 'invalid_grant' }, 400) : give(seen, kept)
    }
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || proof !== grant.challenge || form.get('redirect_uri') !== grant.redirect)
      return seen.json({ error: 'invalid_grant' }, 400)
    give(seen, grant.scope)
  }
  const register = (seen: Seen) => {
    const id = token()
    clients.set(id, seen.body.redirect_uris as readonly string[])
    seen.json({ ...seen.body, client_id: id }, 201)
  }
  const metadata = (base: string) => ({
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    ...(registers && { registration_endpoint: `${base}/register` }),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  })

  const issuer = await serveWeb((seen, { url }) => {
    const { pathname, searchParams } = new URL(seen.path, url)
    if (pathname === '/.well-known/oauth-authorization-server') seen.json(metadata(url))
    else if (pathname === '/register') register(seen)
    else if (pathname === '/authorize') authorize(seen, searchParams)
    else if (pathname === '/token') exchange(seen, new URLSearchParams(seen.text))
    else seen.status(404)
  })
  const mcp = await serveWeb((seen, { url }) => {
    if (seen.path.startsWith('/.well-known/oauth-protected-resource'))
      return seen.json({ resource: `${url}/mcp`, authorization_servers: [issuer.url] })
    const where = `resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`
    const scope = access.get(seen.headers.authorization?.replace('Bearer ', '') ?? '')
    if (scope === undefined) return seen.status(401, { 'WWW-Authenticate': `Bearer ${where}` })
    const isShort = needed !== undefined && !scope.split(' ').includes(needed) && seen.body.method === 'x'
    const challenge = `Bearer error="insufficient_scope", scope="${needed}", ${where}`
    if (isShort) return seen.status(403, { 'WWW-Authenticate': challenge })
    void (greeted(seen) ?? seen.json(resultOf(seen, { scope })))
  })
  return {
    mcp,
    issuer,
    count: path => issuer.seen.filter(each => each.path.split('?')[0] === path).length,
    expire() {
      access = new Map()
    },
    revoke() {
      access = new Map()
      refresh = new Map()
    },
    require(scope) {
      needed = scope
    },
    close: async () => void (await Promise.all([mcp.close(), issuer.close()])),
  }
}

/** A browser whose person does at once what the page asks for: it follows the page wherever it leads. */
export function quickBrowser(page: URL): void {
  void fetch(page).then(
    answer => answer.text(),
    () => undefined,
  )
}
