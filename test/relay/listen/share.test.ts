import { PassThrough, type Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, type JsonObject } from '../../../src/json.ts'
import { createFrames } from '../../../src/relay/frames.ts'
import { shareServer } from '../../../src/relay/listen/share.ts'
import type { Ending, Server } from '../../../src/relay/stdio.ts'
import { hasty } from '../rig.ts'

type Message = JsonObject & { readonly id?: string; readonly method?: string; readonly params?: JsonObject }

/** The messages that come out of a stream. */
function hearing(source: Readable): Message[] {
  const heard: Message[] = []
  const frames = createFrames(line => heard.push(JSON.parse(Buffer.concat(line).toString())))
  source.on('data', frames.push)
  return heard
}

/** A server in this process whose every word the test chooses. */
function puppet() {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const heard = hearing(stdin)
  let end: (ending: Ending) => void = () => undefined
  const over = new Promise<Ending>(resolve => {
    end = resolve
  })
  const server: Server = {
    stdin,
    stdout,
    kill: () => end({ code: null, signal: 'SIGTERM' }),
    isAlive: () => false,
    over,
  }
  const say = (message: object) => void stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return { server, heard, say, end }
}

function seated(server: Server) {
  const heard = hearing(server.stdout)
  const say = (message: object) =>
    void server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return { server, heard, say }
}

const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))
const limits = { idle: 60_000, unread: 1_000_000 }

function table(hosts: number) {
  const puppets = [puppet()]
  const shared = shareServer(() => puppets.at(-1)?.server ?? puppet().server, limits, hasty)
  const seats = Array.from({ length: hosts }, () => seated(shared.connect()))
  const [theServer] = puppets
  const [a, b, c] = seats
  if (!theServer || !a || !b) throw new Error('too few')
  return { theServer, a, b, c: c ?? b, seats, shared, puppets }
}

describe('a server that several hosts share', () => {
  it('never sees one id twice, and each host hears its own answers under its own ids, in order', () => {
    const id = fc.oneof(fc.integer(), fc.string(), fc.constantFrom('1', 1, 'host-1'))
    const requests = fc.array(fc.record({ host: fc.nat(2), id }), { maxLength: 30 })
    return fc.assert(
      fc.asyncProperty(requests, async asked => {
        const { theServer, seats } = table(3)
        for (const [n, { host, id }] of asked.entries())
          seats[host]?.say({ id, method: 'echo', params: { n, _meta: { progressToken: id, other: id } } })
        await settled()
        expect(new Set(theServer.heard.map(each => each.id)).size).toBe(asked.length)
        for (const { id, params } of theServer.heard) {
          const token = isObject(params?._meta) ? params._meta.progressToken : undefined
          theServer.say({
            method: 'notifications/progress',
            params: { progressToken: token, progress: params?.n },
          })
          theServer.say({ id, result: { n: params?.n } })
        }
        await settled()
        for (const [host, { heard }] of seats.entries()) {
          const own = asked.flatMap((each, n) => (each.host === host ? [{ id: each.id, n }] : []))
          expect(heard).toEqual(
            own.flatMap(({ id, n }) => [
              {
                jsonrpc: '2.0',
                method: 'notifications/progress',
                params: { progressToken: id, progress: n },
              },
              { jsonrpc: '2.0', id, result: { n } },
            ]),
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is greeted once: the second host has the answer of the first, under its own id', async () => {
    const { theServer, a, b, c } = table(3)
    a.say({ id: 1, method: 'initialize' })
    b.say({ id: 'two', method: 'initialize' })
    await settled()
    expect(theServer.heard).toHaveLength(1)
    theServer.say({ id: theServer.heard[0]?.id, result: { protocolVersion: 'x' } })
    await settled()
    c.say({ id: 3, method: 'initialize' })
    for (const each of [a, b, c]) each.say({ method: 'notifications/initialized' })
    await settled()
    expect([a, b, c].map(({ heard }) => heard[0])).toEqual(
      [1, 'two', 3].map(id => ({ jsonrpc: '2.0', id, result: { protocolVersion: 'x' } })),
    )
    expect(theServer.heard.map(({ method }) => method)).toEqual(['initialize', 'notifications/initialized'])
  })

  it('may be greeted again where it refused', async () => {
    const { theServer, a, b } = table(2)
    a.say({ id: 1, method: 'initialize' })
    await settled()
    theServer.say({ id: theServer.heard[0]?.id, error: { code: 1, message: 'no' } })
    b.say({ id: 1, method: 'initialize' })
    await settled()
    expect(theServer.heard).toHaveLength(2)
  })

  it('asks the host that has a call under way, and takes the answer from no other', async () => {
    const { theServer, a, b } = table(2)
    b.say({ id: 7, method: 'tools/call' })
    await settled()
    theServer.say({ id: 7, method: 'elicitation/create' })
    await settled()
    expect([a.heard.length, b.heard.length]).toEqual([0, 1])
    a.say({ id: 7, result: { action: 'accept' } })
    b.say({ id: 7, result: { action: 'decline' } })
    await settled()
    expect(theServer.heard.slice(1)).toEqual([{ jsonrpc: '2.0', id: 7, result: { action: 'decline' } }])
  })

  it('asks nobody where several have calls under way, and is told so', async () => {
    const { theServer, a, b } = table(2)
    for (const each of [a, b]) each.say({ id: 7, method: 'tools/call' })
    await settled()
    theServer.say({ id: 0, method: 'elicitation/create' })
    await settled()
    expect([...a.heard, ...b.heard]).toEqual([])
    expect(theServer.heard[2]).toMatchObject({
      id: 0,
      error: { message: expect.stringContaining('Nobody was asked') },
    })
  })

  it('tells everybody of a change, and each subscriber under its own id', async () => {
    const { theServer, a, b } = table(2)
    for (const each of [a, b]) each.say({ id: 5, method: 'subscriptions/listen' })
    await settled()
    theServer.say({ method: 'notifications/tools/list_changed' })
    const _meta = { 'io.modelcontextprotocol/subscriptionId': theServer.heard[1]?.id }
    theServer.say({ method: 'notifications/resources/updated', params: { uri: 'x', _meta } })
    await settled()
    expect(a.heard.map(({ method }) => method)).toEqual(['notifications/tools/list_changed'])
    expect(b.heard[1]?.params).toEqual({ uri: 'x', _meta: { 'io.modelcontextprotocol/subscriptionId': 5 } })
  })

  it('hears of a cancelled request under the id that it knows, and of those of a host that has left', async () => {
    const { theServer, a, b } = table(2)
    for (const id of [1, 2]) for (const each of [a, b]) each.say({ id, method: 'tools/call' })
    await settled()
    const [, ofB, , ofB2] = theServer.heard.map(each => each.id)
    b.say({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } })
    b.server.stdin.end()
    await settled()
    expect(theServer.heard.slice(4).map(({ params }) => params?.requestId)).toEqual([ofB, ofB2])
    theServer.say({ id: ofB, result: {} })
    await settled()
    expect(a.heard).toEqual([])
  })

  it('answers for a host that left what it was asked', async () => {
    const { theServer, a, b } = table(2)
    b.say({ id: 1, method: 'tools/call' })
    await settled()
    theServer.say({ id: 'q', method: 'roots/list' })
    b.server.stdin.end()
    await settled()
    await settled()
    expect(theServer.heard.find(({ id }) => id === 'q')).toMatchObject({
      error: { message: expect.stringContaining('left') },
    })
    expect(a.heard).toEqual([])
  })

  it('ends for every host when it ends, and is started anew for the next', async () => {
    const { theServer, a, b, shared, puppets } = table(2)
    puppets.push(puppet())
    theServer.end({ code: 3, signal: null })
    expect(await Promise.all([a.server.over, b.server.over])).toEqual([
      { code: 3, signal: null },
      { code: 3, signal: null },
    ])
    const next = seated(shared.connect())
    next.say({ id: 1, method: 'initialize' })
    await settled()
    expect(puppets[1]?.heard).toHaveLength(1)
  })

  it('goes on for the others when one host reads nothing, until that one has lost its place', async () => {
    const { theServer, a, b } = table(2)
    a.server.stdout.pause()
    const big = 'x'.repeat(100_000)
    for (let n = 0; n < 30; n++) {
      theServer.say({ method: 'notifications/message', params: { n, big } })
      await settled()
    }
    expect(b.heard).toHaveLength(30)
    expect(a.server.isAlive()).toBe(false)
    expect(a.server.stdout.readableLength).toBeLessThan(2_000_000)
  })
})
