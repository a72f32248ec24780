import { execFileSync } from 'node:child_process'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, type JsonObject } from '../../../src/json.ts'
import {
  authorization,
  begin,
  call,
  fixture,
  hello,
  host,
  type ListenerRig,
  laterHost,
  messagesOf,
  post,
  type RigOptions,
  startListener,
} from './rig.ts'

const listeners: ListenerRig[] = []
const start = async (options: RigOptions = {}) => {
  const listener = await startListener(options)
  listeners.push(listener)
  return listener
}
afterAll(() => Promise.all(listeners.map(each => each.close('SIGTERM'))))

const bothEras = [fixture('conformance/v2.mjs')]
const laterEra = [fixture('conformance/v2.mjs'), 'modern']

/** The process of the server that answers a session. */
async function pidOf(url: string, session: Record<string, string>): Promise<number> {
  const [answer] = await messagesOf(await post(url, { jsonrpc: '2.0', id: 'w', method: 'where' }, session))
  return Number(at(answer as JsonObject, 'result.pid'))
}

describe('several hosts at once', () => {
  it('each have a server of their own, and a shared one with --share', async () => {
    for (const share of [false, true]) {
      const { url } = await start({ share })
      const sessions = await Promise.all([begin(url), begin(url), begin(url)])
      const pids = await Promise.all(sessions.map(each => pidOf(url, each)))
      expect(new Set(sessions.map(each => each['mcp-session-id'])).size).toBe(3)
      expect(new Set(pids).size).toBe(share ? 1 : 3)
    }
  })

  it.each([false, true])('of the first SDK hear their own answers and progress (shared: %s)', async share => {
    const { url } = await start({ args: bothEras, share })
    const hosts = await Promise.all(['a', 'b', 'c'].map(name => host(url, name)))
    await Promise.all(
      hosts.map(async each => {
        const progress: number[] = []
        const onprogress = (said: { progress: number }) => void progress.push(said.progress)
        const call = { name: 'test_tool_with_progress', arguments: {} }
        expect(await each.callTool(call, undefined, { onprogress })).toMatchObject({
          content: [{ type: 'text' }],
        })
        expect(progress).toEqual([0, 50, 100])
      }),
    )
    await Promise.all(hosts.map(each => each.close()))
  })

  it('of the second SDK speak the later era, side by side with one of the earlier', async () => {
    const { url } = await start({ args: bothEras })
    const [one, two, earlier] = await Promise.all([laterHost(url), laterHost(url), laterHost(url, 'legacy')])
    expect([one, two, earlier].map(each => each.getNegotiatedProtocolVersion())).toEqual([
      '2026-07-28',
      '2026-07-28',
      '2025-11-25',
    ])
    for (const each of [one, two, earlier]) {
      const progress: number[] = []
      const onprogress = (said: { progress: number }) => void progress.push(said.progress)
      await each.callTool({ name: 'test_tool_with_progress', arguments: {} }, { onprogress })
      expect(progress).toEqual([0, 50, 100])
      await each.close()
    }
  })

  it('fall back to the earlier era before a server that knows no other, whose probed process does not stay', async () => {
    const { url } = await start({ args: [fixture('servers/probed.mjs')] })
    const client = await laterHost(url)
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
    const probed = async () =>
      execFileSync('ps', ['-A', '-o', 'args']).toString().split('probed.mjs').length - 1
    while ((await probed()) > 1) await new Promise(setImmediate)
    expect(await client.listTools()).toEqual({ tools: [] })
    await client.close()
  })
})

describe('the later era', () => {
  let url: string
  beforeAll(async () => {
    url = (await start({ args: laterEra })).url
  })
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const ask = (id: unknown, method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: { ...params, _meta: meta },
  })
  const standard = (method: string, name?: string) => ({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  })

  it('knows no session, and gives its errors the status that they have there', async () => {
    const found = await post(url, ask(1, 'server/discover'), standard('server/discover'))
    expect(found.headers.get('mcp-session-id')).toBeNull()
    expect(await found.json()).toMatchObject({ id: 1, result: { supportedVersions: ['2026-07-28'] } })
    const unknown = await post(url, ask(2, 'no/such'), standard('no/such'))
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { id: 2, error: { code: -32601 } }])
    const missing = ask(3, 'tools/call', { name: 'test_missing_capability', arguments: {} })
    const lacking = await post(url, missing, standard('tools/call', 'test_missing_capability'))
    expect([lacking.status, await lacking.json()]).toMatchObject([400, { id: 3, error: { code: -32021 } }])
    const get = await fetch(url, { headers: { authorization, accept: 'text/event-stream' } })
    expect(get.status).toBe(405)
  })

  it('refuses headers that say something else than the body', async () => {
    const list = ask(1, 'tools/list')
    const toCall = ask(1, 'tools/call', { name: 'tést', arguments: {} })
    const coded = `=?base64?${Buffer.from('tést').toString('base64')}?=`
    for (const [body, headers] of [
      [list, {}],
      [list, standard('tools/call')],
      [list, { ...standard('tools/list'), 'mcp-protocol-version': '2025-11-25' }],
      [toCall, standard('tools/call')],
      [toCall, standard('tools/call', 'test')],
    ] as const) {
      const response = await post(url, body, headers)
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { id: 1, error: { code: -32020 } },
      ])
    }
    const right = await post(url, toCall, standard('tools/call', coded))
    expect(await right.json()).toMatchObject({ id: 1, error: { code: -32602 } }) // the server: no such tool
  })

  it('checks the arguments that a listed tool wants in headers', async () => {
    await (await post(url, ask(1, 'tools/list'), standard('tools/list'))).text()
    const name = 'test_x_mcp_header'
    const toCall = ask(2, 'tools/call', { name, arguments: { region: 'north' } })
    for (const [given, status] of [
      [{}, 400],
      [{ 'mcp-param-region': 'south' }, 400],
      [{ 'mcp-param-region': 'north' }, 200],
    ] as const)
      expect((await post(url, toCall, { ...standard('tools/call', name), ...given })).status).toBe(status)
  })

  it('keeps a subscription open under its own id, beside other requests under the same', async () => {
    const listening = new AbortController()
    const wants = { notifications: { toolsListChanged: true } }
    const stream = await post(
      url,
      ask(1, 'subscriptions/listen', wants),
      standard('subscriptions/listen'),
      listening.signal,
    )
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    const reader = stream.body?.getReader()
    const first = Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(first).toContain('"method":"notifications/subscriptions/acknowledged"')
    expect(first).toContain('"io.modelcontextprotocol/subscriptionId":1')
    expect((await post(url, ask(1, 'tools/list'), standard('tools/list'))).status).toBe(200)
    listening.abort()
  })

  it('cancels at the server what a host hangs up on', async () => {
    const { url } = await start()
    const hangUp = new AbortController()
    const toCall = { ...call(1, 'never'), params: { name: 'never', arguments: {}, _meta: meta } }
    const asked = post(url, toCall, standard('tools/call', 'never'), hangUp.signal).catch(() => undefined)
    const received = async () => (await post(url, ask(2, 'received'), standard('received'))).text()
    while (!(await received()).includes('never'));
    hangUp.abort()
    await asked
    while (!(await received()).includes('notifications/cancelled'));
    expect(await received()).toMatch(/requestId[\\":]+host-1/)
  })
})

describe('a session', () => {
  it.each([false, true])(
    'lets the server ask the host that has a call under way (shared: %s)',
    async share => {
      const { url } = await start({ args: [fixture('conformance/v1.mjs')], share })
      const [asked, other] = [await host(url), await host(url)]
      const heard: string[] = []
      for (const [name, each] of Object.entries({ asked, other }))
        each.setRequestHandler(ElicitRequestSchema, async () => {
          heard.push(name)
          return { action: 'accept', content: { username: 'Ada', email: 'ada@example.com' } }
        })
      const answer = await asked.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })
      expect(JSON.stringify(answer)).toContain('accept')
      expect(heard).toEqual(['asked'])
      await Promise.all([asked.close(), other.close()])
    },
  )

  it('that the server refused is none', async () => {
    const { url } = await start({ args: laterEra })
    const refused = await post(url, hello)
    expect(await refused.json()).toMatchObject({ id: 'hello', error: { code: -32022 } })
    const headers = { 'mcp-session-id': refused.headers.get('mcp-session-id') ?? '' }
    expect((await post(url, call(1, 'x'), headers)).status).toBe(404)
  })
})
