import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../src/problem.ts'
import { connectRemote } from '../../../src/relay/remote/connect.ts'
import { greeted, resultOf, type Seen } from '../../helpers/web.ts'
import { call, hasty } from '../rig.ts'
import { ofThisTest } from './servers.ts'

const { serve, rigFor } = ofThisTest()
const inSession = (answer: (seen: Seen) => void) => (seen: Seen) => void (greeted(seen, 's') ?? answer(seen))

describe('the end', () => {
  it('waits for the answers of a host that has said all, and ends the session', async () => {
    const web = await serve(
      inSession(seen => void setImmediate(() => seen.json(resultOf(seen, { done: true })))),
    )
    const rig = rigFor(web.url)
    await rig.begin()
    rig.send(call(1, 'x'))
    rig.input.end()
    expect(await rig.next()).toMatchObject({ id: 1, result: { done: true } })
    expect(await rig.relay.ended).toEqual({ code: 0, signal: null })
    expect(web.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 's' } })
  })

  it('does not wait for a server that never answers', async () => {
    const web = await serve(inSession(() => undefined))
    const rig = rigFor(web.url, { relay: { patience: hasty } })
    await rig.begin()
    rig.send(call(1, 'x'))
    await web.first(({ body }) => body.method === 'tools/call')
    rig.input.end()
    expect(await rig.rest()).toContain('before it answered tools/call')
    expect(await rig.relay.ended).toEqual({ code: null, signal: 'SIGTERM' })
  })

  it('comes by a signal as it would to a child: requests are told, and the session is ended', async () => {
    const web = await serve(inSession(() => undefined))
    const signals = new EventEmitter()
    const rig = rigFor(web.url, { relay: { signals } })
    await rig.begin()
    rig.send(call(1, 'x'))
    await web.first(({ body }) => body.method === 'tools/call')
    signals.emit('SIGINT', 'SIGINT')
    expect(await rig.next()).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(await rig.relay.ended).toEqual({ code: null, signal: 'SIGINT' })
    expect(web.seen.at(-1)?.method).toBe('DELETE')
  })

  it('does not wait for a server that does not let go of its session', async () => {
    const web = await serve(seen => void (seen.method === 'DELETE' || greeted(seen, 's')))
    const rig = rigFor(web.url)
    await rig.begin()
    await rig.leave()
    expect(web.seen.at(-1)?.method).toBe('DELETE')
  })
})

describe('an address', () => {
  it.each([['not a url'], ['ftp://example.com/x?key=s3cret'], ['file:///etc/passwd'], ['']])(
    'that is none of the web is refused at once, and not repeated: %j',
    url => {
      const connect = () => connectRemote({ url, errors: process.stderr })
      expect(connect).toThrow(Problem)
      expect(connect).toThrow(/cannot be used/)
      expect(connect).not.toThrow(/s3cret|passwd/)
    },
  )
})
