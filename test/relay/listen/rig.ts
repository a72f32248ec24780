import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as later from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Intercept } from '../../../src/relay/intercept.ts'
import { type Limits, usualLimits } from '../../../src/relay/listen/limits.ts'
import { type Listener, listen } from '../../../src/relay/listen/listener.ts'
import { createSite, type Site } from '../../../src/relay/listen/site.ts'

const token = 'a-token-for-tests-only'
export const authorization = `Bearer ${token}`

export const fixture = (path: string) => fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url))

export interface ListenerRig extends Listener {
  /** Standard error of the servers, and lines of ours. */
  said(): string
}

export interface RigOptions {
  readonly args?: readonly string[]
  readonly share?: boolean
  readonly limits?: Partial<Limits>
  readonly intercept?: Intercept
  readonly allowedOrigins?: readonly string[]
}

// Each server that runs is to hear how this process ends.
process.setMaxListeners(100)

/** A listener in this process, before servers that are real processes. */
export async function startListener(options: RigOptions = {}): Promise<ListenerRig> {
  const { args = [fixture('servers/scripted.mjs')], share = false, intercept } = options
  const limits = { ...usualLimits, ...options.limits }
  return open(options, limits, errors =>
    createSite({
      behind: () => ({ command: process.execPath, args, cwd: process.cwd(), env: process.env }),
      share,
      errors,
      nextIntercept: async () => intercept,
      limits,
    }),
  )
}

/** A listener before another site. */
export async function open(
  options: Pick<RigOptions, 'allowedOrigins'>,
  limits: Limits,
  siteFor: (errors: PassThrough) => Site,
): Promise<ListenerRig> {
  const errors = new PassThrough().setMaxListeners(0) // every server's standard error flows into it
  let said = ''
  errors.on('data', chunk => (said += chunk))
  const listener = await listen({
    address: { host: '127.0.0.1', port: 0 },
    token,
    allowedOrigins: options.allowedOrigins ?? [],
    limits,
    errors,
    site: siteFor(errors),
  })
  return { ...listener, said: () => said }
}

/** A host of the first SDK. */
export async function host(url: string, name = 'host'): Promise<Client> {
  const client = new Client({ name, version: '1' }, { capabilities: { roots: {}, elicitation: {} } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }),
  )
  return client
}

/** A host of the second SDK: of the later era where the server is, or of the earlier one. */
export async function laterHost(url: string, mode: 'auto' | 'legacy' = 'auto'): Promise<later.Client> {
  const client = new later.Client({ name: 'later', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization }
  await client.connect(new later.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** Posts a body as a host would. */
export function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...(signal && { signal }),
  })
}

export const hello = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

/** Begins a session and gives the header that names it. */
export async function begin(url: string): Promise<{ 'mcp-session-id': string }> {
  const response = await post(url, hello)
  await response.arrayBuffer()
  return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
}

export function call(id: unknown, name: string, args: object = {}, meta?: object) {
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args, ...(meta && { _meta: meta }) },
  }
}

/** The messages of an answer, whether it came as JSON or as a stream. */
export async function messagesOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return [JSON.parse(text)]
  return text
    .split('\n')
    .filter(line => line.startsWith('data: '))
    .map(line => JSON.parse(line.slice(6)))
}
