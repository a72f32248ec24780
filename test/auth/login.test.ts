import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogin } from '../../src/auth/login.ts'
import { type Guarded, type GuardedOptions, quickBrowser, serveGuarded } from '../helpers/authorization.ts'
import { playground } from '../helpers/host.ts'
import { serveWeb } from '../helpers/web.ts'
import { type RemoteRig, startRemoteRig } from '../relay/remote/rig.ts'
import { deferred, hasty } from '../relay/rig.ts'

const open: { close(): Promise<void> }[] = []
const rigs: RemoteRig[] = []
afterEach(async () => {
  await Promise.all(rigs.splice(0).map(rig => rig.leave()))
  await Promise.all(open.splice(0).map(each => each.close()))
})

const guarded = async (options?: GuardedOptions) => {
  const server = await serveGuarded(options)
  open.push(server)
  return server
}

interface Person {
  readonly folder: string
  readonly browser?: (page: URL) => void
  readonly waitMs?: number
  readonly env?: Record<string, string>
}

/** A proxy of somebody whose browser does what it does. */
const proxyOf = (server: Guarded, { folder, browser = quickBrowser, waitMs, env = {} }: Person) => {
  const url = `${server.mcp.url}/mcp`
  const said: string[] = []
  const errors = { write: (text: string) => said.push(text) } as never
  const wait = waitMs === undefined ? {} : { waitMs }
  const rig = startRemoteRig(url, {
    login: createLogin({ url, folder, env, errors, open: browser, ...wait }),
    // persons who never come are left behind by many tests here
    relay: { patience: hasty },
  })
  rigs.push(rig)
  return { ...rig, told: () => said.join('') }
}
const files = (folder: string) => readdirSync(join(folder, 'auth')).map(name => join(folder, 'auth', name))
const keptIn = (folder: string) => JSON.parse(readFileSync(files(folder)[0] ?? '', 'utf8'))

describe('a server that asks who we are', () => {
  it('is logged in at once: found, registered, asked with PKCE and state, and the host waits', async () => {
    const server = await guarded()
    const folder = await playground()
    const rig = proxyOf(server, { folder })
    expect(await rig.begin()).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
    expect(await rig.ask('x')).toMatchObject({ result: {} })
    const page = server.issuer.seen.find(({ path }) => path.startsWith('/authorize'))
    const query = new URL(page?.path ?? '', server.issuer.url).searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(query.get('resource')).toBe(`${server.mcp.url}/mcp`)
    expect(query.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(query.get('state')?.length).toBeGreaterThan(20)
    expect(rig.told()).toContain(`${server.mcp.url} asks you to log in`)
    expect(rig.told()).toContain(`${server.issuer.url}/authorize?`)
  })

  it('keeps what it gave for the user alone, and the next proxy needs no browser', async () => {
    const server = await guarded()
    const folder = await playground()
    const first = proxyOf(server, { folder })
    await first.begin()
    await first.leave()
    expect(files(folder).length).toBe(1)
    expect(statSync(join(folder, 'auth')).mode & 0o777).toBe(0o700)
    expect(statSync(files(folder)[0] ?? '').mode & 0o777).toBe(0o600)
    expect(first.told() + first.said()).not.toContain(keptIn(folder).tokens.access_token)
    const second = proxyOf(server, { folder })
    expect(await second.begin()).toHaveProperty('result')
    expect(server.count('/authorize')).toBe(1)
    expect(second.told()).toBe('')
  })

  it('has its tokens renewed without a browser when they no longer count', async () => {
    const server = await guarded()
    const folder = await playground()
    const rig = proxyOf(server, { folder })
    await rig.begin()
    const before = keptIn(folder).tokens.access_token
    server.expire()
    expect(await rig.ask('x')).toHaveProperty('result')
    expect(keptIn(folder).tokens.access_token).not.toBe(before)
    expect(server.count('/authorize')).toBe(1)
  })

  it('is logged in anew, as the same client, when the tokens cannot be renewed', async () => {
    const server = await guarded()
    const folder = await playground()
    const rig = proxyOf(server, { folder })
    await rig.begin()
    server.revoke()
    expect(await rig.ask('x')).toHaveProperty('result')
    expect(server.count('/authorize')).toBe(2)
    expect(server.count('/register')).toBe(1)
  })

  it('is asked for more where it says that we may too little', async () => {
    const server = await guarded()
    const folder = await playground()
    const rig = proxyOf(server, { folder })
    await rig.begin()
    server.require('orders:write')
    expect(await rig.ask('x')).toMatchObject({ result: { scope: 'orders:write' } })
    expect(server.count('/authorize')).toBe(2)
  })

  it('and has no log-in is told, with the way to give a key', async () => {
    const web = await serveWeb(seen => seen.json({ error: { code: -32001, message: 'No token' } }, 401))
    open.push(web)
    const login = createLogin({
      url: web.url,
      folder: await playground(),
      env: {},
      errors: process.stderr,
      open: quickBrowser,
    })
    const rig = startRemoteRig(web.url, { login })
    rigs.push(rig)
    expect(JSON.stringify(await rig.ask('initialize'))).toMatch(
      /asks who you are \(HTTP 401\).*MCPGRAPHY_HEADERS/,
    )
  })

  it('opens no page for what the host did not ask just now', async () => {
    const server = await guarded()
    const url = `${server.mcp.url}/mcp`
    const pages: URL[] = []
    const folder = await playground()
    const login = createLogin({
      url,
      folder,
      env: {},
      errors: process.stderr,
      open: page => void pages.push(page),
    })
    const challenge = { header: undefined, refused: undefined, wantsMore: false, mayAsk: false }
    const quiet = login.renew({ ...challenge, signal: AbortSignal.timeout(5000) })
    await expect(quiet).rejects.toThrow(expect.objectContaining({ code: 'login-needed' }))
    expect(pages).toEqual([])
  })

  it('is logged in at by one of several proxies while the others wait', async () => {
    const server = await guarded()
    const folder = await playground()
    const proxies = [1, 2, 3].map(() => proxyOf(server, { folder }))
    for (const answer of await Promise.all(proxies.map(each => each.begin())))
      expect(answer).toHaveProperty('result')
    expect(server.count('/authorize')).toBe(1)
    expect(files(folder).filter(name => name.endsWith('.lock'))).toEqual([])
  })

  it('is logged in at although a proxy died in its log-in', async () => {
    const server = await guarded()
    const folder = await playground()
    const first = proxyOf(server, { folder })
    await first.begin()
    const lock = `${files(folder)[0]}.lock`
    server.revoke()
    const deadPid = 2 ** 22 + 1
    writeFileSync(lock, JSON.stringify({ pid: deadPid, at: Date.now() }))
    expect(await proxyOf(server, { folder }).begin()).toHaveProperty('result')
  })

  it('is told no by the person, in words, and no second page opens for the next request', async () => {
    const server = await guarded({ person: 'refuses' })
    const rig = proxyOf(server, { folder: await playground() })
    for (const _ of [1, 2]) {
      const answer = JSON.stringify(await rig.ask('initialize'))
      expect(answer).toContain('failed: The person said no.')
    }
    expect(server.count('/authorize')).toBe(1)
  })

  it('is given up, and its page on this machine closed, when the host leaves', async () => {
    const server = await guarded()
    const folder = await playground()
    const { promise: page, resolve: browser } = deferred<URL>()
    const rig = proxyOf(server, { folder, browser })
    rig.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
    const back = (await page).searchParams.get('redirect_uri') ?? ''
    expect((await fetch(back)).status).toBe(400)
    await rig.leave()
    await expect(fetch(back)).rejects.toThrow()
    expect(files(folder).filter(name => name.endsWith('.lock'))).toEqual([])
  })

  it('is not logged in at by an answer that belongs to another log-in', async () => {
    const server = await guarded({ state: 'forged' })
    const { promise: turnedAway, resolve } = deferred<string>()
    const browser = (page: URL) => void fetch(page).then(answer => answer.text().then(resolve))
    const rig = proxyOf(server, { folder: await playground(), browser })
    rig.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
    expect(await turnedAway).toContain('belongs to no log-in')
    expect(server.count('/token')).toBe(0)
  })

  it('does not wait for ever for a person who does not come', async () => {
    const server = await guarded()
    const folder = await playground()
    const rig = proxyOf(server, { folder, browser: () => undefined, waitMs: 300 })
    const { error } = (await rig.ask('initialize')) as { error: { message: string } }
    expect(error.message).toContain(`Nobody logged in at ${server.mcp.url}`)
    expect(files(folder).filter(name => name.endsWith('.lock'))).toEqual([])
  })

  it('does not wait for ever either where the time was up before anybody could be asked', async () => {
    const server = await guarded()
    const rig = proxyOf(server, { folder: await playground(), browser: () => undefined, waitMs: 1 })
    const { error } = (await rig.ask('initialize')) as { error: { message: string } }
    expect(error.message).toContain(`Nobody logged in at ${server.mcp.url}`)
  })

  it('that registers nobody is told, and a client registered beforehand is used', async () => {
    const server = await guarded({ registers: false })
    const rig = proxyOf(server, { folder: await playground() })
    expect(JSON.stringify(await rig.ask('initialize'))).toContain('MCPGRAPHY_CLIENT_ID')
    const { promise: page, resolve: browser } = deferred<URL>()
    const env = { MCPGRAPHY_CLIENT_ID: 'known-client' }
    const other = proxyOf(server, { folder: await playground(), env, browser })
    other.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
    expect((await page).searchParams.get('client_id')).toBe('known-client')
  })

  it('is not asked in the browser where the user gave a key of his own', async () => {
    const server = await guarded()
    const url = `${server.mcp.url}/mcp`
    const login = createLogin({
      url,
      folder: await playground(),
      env: {},
      errors: process.stderr,
      open: quickBrowser,
    })
    const rig = startRemoteRig(url, { login, headers: { authorization: 'Bearer wrong' } })
    rigs.push(rig)
    expect(JSON.stringify(await rig.ask('initialize'))).toContain('HTTP 401')
    expect(server.count('/authorize')).toBe(0)
  })

  it('gets no tokens over plain http from afar', async () => {
    const login = createLogin({
      url: 'http://example.com/mcp',
      folder: await playground(),
      env: {},
      errors: process.stderr,
      open: quickBrowser,
    })
    const challenge = {
      header: undefined,
      refused: undefined,
      wantsMore: false,
      mayAsk: true,
      signal: AbortSignal.timeout(1000),
    }
    await expect(login.renew(challenge)).rejects.toThrow(expect.objectContaining({ code: 'login-needed' }))
  })
})
