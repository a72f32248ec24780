import { randomBytes } from 'node:crypto'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientMetadata } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Kept } from './kept.ts'

/** A client that was registered beforehand, where a server registers none by itself. */
export interface StaticClient {
  readonly client_id: string
  readonly client_secret?: string
}

/** What the SDK's `auth` asks of us and tells us, for one log-in. */
export interface Provider extends OAuthClientProvider {
  /** Where the person is to log in, once the SDK has said so. */
  page(): URL | undefined
  /** What proves that who comes back is who was sent. */
  readonly expectedState: string
  /** Has the server, or who issues tokens for it, said anywhere that there is a log-in? */
  isFound(): boolean
  /** The name of who issues the tokens, as its metadata have it. */
  issuer(): string | undefined
  kept(): Kept
}

export interface ProviderOptions {
  readonly redirectUrl: string
  readonly kept: Kept
  readonly staticClient: StaticClient | undefined
  /** Writes down what is to be kept. */
  readonly save: (kept: Kept) => Promise<void>
}

export function createProvider({ redirectUrl, staticClient, save, ...options }: ProviderOptions): Provider {
  let kept = options.kept
  let page: URL | undefined
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  const expectedState = randomBytes(24).toString('base64url')
  const keep = async (next: Kept) => {
    kept = next
    await save(kept)
  }
  return {
    redirectUrl,
    clientMetadata: metadataFor(redirectUrl),
    expectedState,
    page: () => page,
    isFound: () =>
      discovery?.authorizationServerMetadata !== undefined || discovery?.resourceMetadata !== undefined,
    issuer: () => discovery?.authorizationServerMetadata?.issuer,
    kept: () => kept,
    state: () => expectedState,
    clientInformation: () => staticClient ?? kept.client,
    ...(staticClient ? {} : { saveClientInformation: client => keep({ ...kept, client }) }),
    tokens: () => kept.tokens,
    saveTokens: tokens => keep({ ...kept, tokens }),
    redirectToAuthorization(url) {
      page = url
    },
    saveCodeVerifier(text) {
      verifier = text
    },
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    saveDiscoveryState(found) {
      discovery = found
    },
    async invalidateCredentials(scope) {
      const { client, tokens } = kept
      if (scope === 'all') await keep({})
      if (scope === 'client') await keep(tokens ? { tokens } : {})
      if (scope === 'tokens') await keep(client ? { client } : {})
      if (scope === 'all' || scope === 'discovery') discovery = undefined
    },
  }
}

function metadataFor(redirectUrl: string): OAuthClientMetadata {
  return {
    client_name: 'mcpgraphy',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
