import { spawn } from 'node:child_process'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { end, hello, type Start, type Started } from './host.ts'

/** Where something serves over HTTP, and what to send with each request. */
export interface Address {
  readonly port: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Starts a command that serves over HTTP and speaks to it. Rejects where it does not answer within twenty seconds. */
export async function startHttpHost(
  { args, env = {} }: Start,
  { port, headers = {} }: Address,
): Promise<Started> {
  const begin = performance.now()
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let session: Record<string, string> = {}
  let last = 0
  const post = (message: object) => {
    const sent = { ...usualHeaders, ...headers, ...session }
    return exchange(agent, port, sent, JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
  const ask = (method: string, params: object) => post({ id: ++last, method, params })
  const greeting = await patiently(() => ask('initialize', hello), begin + 20_000)
  const firstByteMs = greeting.firstByteAt - begin
  const id = greeting.headers['mcp-session-id']
  session = {
    'mcp-protocol-version': hello.protocolVersion,
    ...(typeof id === 'string' && { 'mcp-session-id': id }),
  }
  await post({ method: 'notifications/initialized' })
  await ask('tools/list', {})
  return {
    firstByteMs,
    host: {
      call: async (name, given) => (await ask('tools/call', { name, arguments: given })).bytes,
      pid: child.pid ?? 0,
      async close() {
        agent.destroy()
        await end(child)
      },
    },
  }
}

interface Answered {
  readonly bytes: number
  readonly headers: IncomingHttpHeaders
  readonly firstByteAt: number
}

function exchange(
  agent: Agent,
  port: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers }
    const asked = request(options, response => {
      let bytes = 0
      let firstByteAt = 0
      response.on('data', (chunk: Buffer) => {
        firstByteAt ||= performance.now()
        bytes += chunk.length
      })
      response.on('error', reject).on('end', () => {
        if ((response.statusCode ?? 500) >= 300) reject(new Error(`it answered ${response.statusCode}`))
        else resolve({ bytes, headers: response.headers, firstByteAt })
      })
    })
    asked.on('error', reject).end(body)
  })
}

/** Tries again until something listens. */
async function patiently<Value>(work: () => Promise<Value>, until: number): Promise<Value> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED' || performance.now() > until) throw error
      await new Promise(resolve => setTimeout(resolve, 3))
    }
  }
}

const usualHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
