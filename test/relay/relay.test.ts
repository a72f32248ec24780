import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Held, Intercept } from '../../src/relay/intercept.ts'
import { call, deferred, onCall, type Rig, startRig } from './rig.ts'

/** Lines that transports which check what they carry are known to drop or to change. */
const oddLines = [
  '{"jsonrpc":"2.0","id":1,"method":"x/unknown","params":{"z":1,"a":{"_meta":{"vendor/key":[]}}},"extra":true}',
  '{"id":2,"method":"no/jsonrpc"}',
  '{"jsonrpc":"2.0","id":3,"result":{},"error":null}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
  '{"jsonrpc":"2.0","id":4,"error":{"code":"E_ODD"}}',
  '{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"m","hint":"kept"}}',
  '{"jsonrpc":"2.0","id":6,"result":[1,2]}',
  '{"jsonrpc":"2.0","id":7,"result":null}',
  '{"jsonrpc":"2.0","id":8,"result":"text"}',
  '{"jsonrpc":"2.0","method":"notifications/x","params":null}',
  '{"jsonrpc":"2.0","id":9,"method":"x","params":{"_meta":null}}',
  '{"jsonrpc":"2.0","id":1.5,"method":"x"}',
  '{"jsonrpc":"2.0","id":12345678901234567890,"method":"x","params":{"_meta":{"progressToken":0.5}}}',
  '{"jsonrpc":"2.0","id":10,"result":{"_meta":{"progressToken":{"a":1}}}}',
  '{"jsonrpc":"2.0","id":11,"result":{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x","vendor":1}}}}',
  '{"jsonrpc":"2.0","id":12,"result":{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t","more":1}}}}',
  '{"jsonrpc":"2.0","id":13,"result":{"big":12345678901234567890,"one":1.0,"huge":1e400,"e":"\\u00e9\\/"}}',
  '[{"jsonrpc":"2.0","id":14,"method":"tools/call"},{"jsonrpc":"2.0","method":"n"}]',
  'npx: installed 4 in 2.071s',
  '',
  '   ',
  '{"jsonrpc":"2.0","id":15,"result":{}}\r',
  '\uFEFF{"jsonrpc":"2.0","id":16,"result":{}}',
  '{"jsonrpc":"2.0","id":0,"result":{"text":"漢字 🜁 \u2028"}}',
  '{"jsonrpc":"2.0","id":"","result":{}}',
  '{"id":17,"id":18,"result":{},"result":1}',
  '{"jsonrpc":"2.0","id":19,"method":"tools/call","params":{"broken":}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"mcpgraphy:00000000:1"}}',
  '{"jsonrpc":"2.0","id":"mcpgraphy:00000000:1","result":{}}',
  'null',
  '{',
]

describe('bytes', () => {
  let rig: Rig
  beforeAll(() => {
    rig = startRig('echo.mjs', { intercept: onCall(async () => undefined) })
  })
  afterAll(async () => {
    rig.input.end()
    await rig.relay.ended
  })

  it.each(oddLines)('pass both ways as they came: %s', async line => {
    rig.send(line)
    expect(await rig.nextLine()).toBe(line)
  })

  it('pass both ways as they came, whatever the lines and wherever the chunks end', async () => {
    const words = fc.oneof(fc.constantFrom(...oddLines), fc.json(), fc.string({ unit: 'grapheme' }))
    const line = fc
      .oneof(
        words.map(text => Buffer.from(text)),
        fc.uint8Array({ maxLength: 50 }).map(Buffer.from),
      )
      .map(bytes => bytes.filter(each => each !== 0x0a))
    const lines = fc.array(line, { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(lines, fc.array(fc.nat(), { maxLength: 10 }), async (sent, cuts) => {
        const bytes = Buffer.concat(sent.flatMap(each => [each, Buffer.from('\n')]))
        const places = [0, ...cuts.map(each => each % bytes.length).sort((a, b) => a - b), bytes.length]
        for (const [index, end] of places.slice(1).entries())
          rig.input.write(bytes.subarray(places[index], end))
        for (const each of sent) expect((await rig.nextBytes()).equals(each)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('of an answer to a held call pass as they came', async () => {
    const held = startRig('scripted.mjs', { intercept: onCall(async () => undefined) })
    for (const line of oddLines.filter(each => /^\{"jsonrpc":"2.0","id":[^,]*,"(result|error)"/.test(each))) {
      const id = /"id":([^,]*)/.exec(line)?.[1]
      const bytes = Buffer.from(`${line}\n`).toString('base64')
      held.send(
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"raw","arguments":{"bytes":"${bytes}"}}}`,
      )
      expect(await held.nextLine()).toBe(line)
    }
    held.input.end()
    await held.relay.ended
  })
})

describe('the server', () => {
  it('gets the arguments, the folder and the whole environment that it was given', async () => {
    const env = { PATH: process.env.PATH, SECRET: 'x y', EMPTY: '' }
    const rig = startRig('scripted.mjs', { env, cwd: '/' })
    const { result } = await rig.ask('where')
    expect(result).toMatchObject({ cwd: '/', env, args: [] })
    rig.input.end()
    expect(await rig.relay.ended).toEqual({ code: 0, signal: null })
  })
})

describe('a held request', () => {
  it('waits for an intercept that still loads, while all else flows', async () => {
    const loading = deferred<Intercept | undefined>()
    const rig = startRig('scripted.mjs', { intercept: loading.promise })
    rig.send(call(1, 'echo', { a: 1 }))
    rig.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
    expect(await rig.ask('received')).toMatchObject({ result: { lines: [] } })
    loading.resolve(undefined)
    expect([await rig.next(), await rig.next()]).toMatchObject([{ id: 1 }, { id: 2 }])
    await close(rig)
  })

  it('has the intercept loaded when it waits, and else not before the server has spoken', async () => {
    let times = 0
    const rig = startRig('scripted.mjs', { needed: () => times++ })
    expect(times).toBe(0)
    rig.send(call(1, 'echo'))
    rig.send({ jsonrpc: '2.0', id: 2, method: 'ping' })
    await rig.next()
    expect(times).toBeGreaterThan(0)
    await close(rig)

    const spoken = deferred<void>()
    const other = startRig('scripted.mjs', { needed: () => spoken.resolve() })
    expect(await other.ask('received')).toMatchObject({ result: { lines: [] } })
    await spoken.promise
    await close(other)
  })

  it('is none where the intercept lets the call pass', async () => {
    const seen: unknown[] = []
    const intercept: Intercept = {
      ...(await onCall(async held => void seen.push(held.request.id?.text))),
      passes: request => request.bytes().includes('pass me'),
    }
    const rig = startRig('scripted.mjs', { intercept: Promise.resolve(intercept) })
    await rig.ask('received') // the intercept is there
    rig.send(call(1, 'echo', { a: 'pass me' }))
    expect(await rig.next()).toMatchObject({ id: 1 })
    rig.send(call(2, 'echo', { a: 'look at me' }))
    expect(await rig.next()).toMatchObject({ id: 2 })
    expect(seen).toEqual(['2'])
    await close(rig)
  })

  it('goes on as it came where the intercept cannot be loaded', async () => {
    const rig = startRig('scripted.mjs', { intercept: Promise.reject(new Error('disk full')) })
    rig.send(call(1, 'echo'))
    expect(await rig.next()).toMatchObject({ id: 1, result: {} })
    expect(String(rig.errors.read())).toContain('disk full')
    await close(rig)
  })

  it('is answered by the intercept without reaching the server', async () => {
    const refusal = '{"jsonrpc":"2.0","id":1,"result":{"isError":true}}'
    const rig = startRig('scripted.mjs', { intercept: onCall(async () => Buffer.from(refusal)) })
    rig.send(call(1, 'exit', { code: 9 }))
    expect(await rig.nextLine()).toBe(refusal)
    expect(await rig.ask('received')).toMatchObject({ result: { lines: [] } })
    await close(rig)
  })

  it('is a tools/list as well as a tools/call, and nothing else', async () => {
    const seen: unknown[] = []
    const note = async (held: Held) => {
      seen.push(held.request.method)
      return undefined
    }
    const rig = startRig('scripted.mjs', { intercept: Promise.resolve({ list: note, call: note }) })
    expect(await rig.ask('tools/list')).toMatchObject({ result: { tools: expect.any(Array) } })
    await rig.ask('received')
    await rig.ask('tools/call', { name: 'echo', arguments: {} })
    expect(seen).toEqual(['tools/list', 'tools/call'])
    await close(rig)
  })

  it('shows the intercept the call and its answer, once, however often it is sent on', async () => {
    const seen: Answer[] = []
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        seen.push(await held.forward(), await held.forward())
        return Buffer.from(JSON.stringify({ ...held.request.value(), seen: true }))
      }),
    })
    rig.send(call(1, 'echo', { a: 1 }))
    expect(await rig.next()).toMatchObject({ id: 1, seen: true, params: { arguments: { a: 1 } } })
    expect(seen[0]).toMatchObject({ kind: 'answer' })
    expect(seen[1]).toBe(seen[0])
    expect(await rig.ask('received')).toMatchObject({
      result: { lines: [JSON.stringify(call(1, 'echo', { a: 1 }))] },
    })
    await close(rig)
  })

  it.each([
    ['before it sent it on', async () => Promise.reject(new Error('no such table'))],
    [
      'after it sent it on',
      async (held: Held) => held.forward().then(() => Promise.reject(new Error('no such table'))),
    ],
    ['by an answer of two lines', async () => Buffer.from('{}\n{}')],
  ])('is carried out once where the intercept fails %s', async (_when, look) => {
    const rig = startRig('scripted.mjs', { intercept: onCall(look) })
    rig.send(call(1, 'echo'))
    expect(await rig.next()).toMatchObject({ id: 1, result: {} })
    const { result } = await rig.ask('received')
    expect(result).toMatchObject({ lines: [expect.stringContaining('echo')] })
    expect(String(rig.errors.read())).toMatch(/no such table|line feed/)
    await close(rig)
  })

  it('does not hold up another', async () => {
    const gate = deferred()
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held =>
        held.request.id?.key === '1' ? gate.promise.then(() => undefined) : undefined,
      ),
    })
    rig.send(call(1, 'echo'))
    rig.send(call(2, 'echo'))
    expect(await rig.next()).toMatchObject({ id: 2 })
    gate.resolve()
    expect(await rig.next()).toMatchObject({ id: 1 })
    await close(rig)
  })

  it('knows how the host and the server greeted each other', async () => {
    const heard = deferred<Held['hello']>()
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        heard.resolve(held.hello)
        return undefined
      }),
    })
    await rig.ask('initialize', { clientInfo: { name: 'test' } })
    rig.send(call(1, 'echo'))
    await rig.next()
    const hello = await heard.promise
    expect(hello.request?.value()).toMatchObject({ params: { clientInfo: { name: 'test' } } })
    expect(hello.answer?.value()).toMatchObject({ result: { serverInfo: { name: 'scripted' } } })
    await close(rig)
  })

  it('that is answered by the intercept before the server answers is answered once', async () => {
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        void held.forward()
        return Buffer.from('{"jsonrpc":"2.0","id":1,"result":"ours"}')
      }),
    })
    rig.send(call(1, 'later'))
    expect(await rig.next()).toMatchObject({ id: 1, result: 'ours' })
    rig.send({ jsonrpc: '2.0', id: 2, method: 'release' })
    expect(await rig.next()).toMatchObject({ id: 2 })
    await close(rig)
  })

  it('tells the intercept that tools changed, and the host too', async () => {
    const told = deferred()
    const rig = startRig('scripted.mjs', {
      intercept: Promise.resolve({
        call: async () => undefined,
        list: async () => undefined,
        listChanged: () => told.resolve(),
      }),
    })
    const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
    rig.send(call(1, 'tell', { messages: [changed] }))
    expect(await rig.next()).toEqual(changed)
    await told.promise
    await close(rig)
  })
})

describe('ids', () => {
  it('that differ only in their type are different requests', async () => {
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => held.forward().then(() => undefined)),
    })
    rig.send(call(1, 'later', { is: 'number' }))
    rig.send(call('1', 'echo', { is: 'string' }))
    expect(await rig.next()).toMatchObject({ id: '1', result: { content: [{ text: '{"is":"string"}' }] } })
    rig.send({ jsonrpc: '2.0', id: 0, method: 'release' })
    const answers = [await rig.next(), await rig.next()]
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 1, result: { content: [{ type: 'text', text: '{"is":"number"}' }] } }),
    )
    await close(rig)
  })

  it('that come twice lose no answer', async () => {
    const gate = deferred()
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async () => gate.promise.then(() => undefined)),
    })
    rig.send(call(1, 'echo', { n: 'first' }))
    rig.send(call(1, 'echo', { n: 'second' }))
    expect(await rig.next()).toMatchObject({ id: 1, result: { content: [{ text: '{"n":"second"}' }] } })
    gate.resolve()
    expect(await rig.next()).toMatchObject({ id: 1, result: { content: [{ text: '{"n":"first"}' }] } })
    await close(rig)
  })

  it('that a double cannot tell apart find their own answers', async () => {
    const rig = startRig('scripted.mjs', { intercept: onCall(async () => undefined) })
    const [one, two] = ['9007199254740993', '9007199254740992']
    for (const id of [one, two])
      rig.send(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"never"}}`)
    for (const id of [two, one]) {
      const bytes = Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{}}\n`).toString('base64')
      rig.send({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'raw', arguments: { bytes } } })
      expect(await rig.nextLine()).toContain(id)
    }
    await close(rig)
  })
})

describe('a question of our own', () => {
  it('is answered to us only, with the parameters as they are given', async () => {
    const rig = startRig('scripted.mjs')
    const params = { name: 'echo', arguments: { z: 1, a: 2 }, _meta: { era: 'x' } }
    const answer = await rig.relay.ask('tools/call', params)
    expect(answer.kind === 'answer' && answer.message.value()).toMatchObject({
      result: { content: [{ text: '{"z":1,"a":2}' }] },
    })
    const { result } = (await rig.ask('received')) as { result: { lines: string[] } }
    expect(JSON.parse(result.lines[0] ?? '')).toMatchObject({
      id: expect.stringMatching(/^mcpgraphy:[0-9a-f]{8}:1$/),
      params,
    })
    await close(rig)
  })

  it('can be asked while a call is held, before it and after it', async () => {
    const states: unknown[] = []
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        const read = async () => {
          const answer = await held.ask('tools/call', { name: 'echo', arguments: { n: states.length } })
          states.push(answer.kind === 'answer' && answer.message.value()?.result)
        }
        await read()
        await held.forward()
        await read()
        return undefined
      }),
    })
    rig.send(call(1, 'echo', { mine: true }))
    expect(await rig.next()).toMatchObject({ id: 1, result: { content: [{ text: '{"mine":true}' }] } })
    expect(states).toMatchObject([{ content: [{ text: '{"n":0}' }] }, { content: [{ text: '{"n":1}' }] }])
    await close(rig)
  })

  it("keeps its progress and its cancelling from the host, and nobody else's", async () => {
    const rig = startRig('scripted.mjs')
    await rig.relay.ask('ping', {}, { timeoutMs: 1 })
    const { result } = (await rig.ask('received')) as { result: { lines: string[] } }
    const ours = JSON.parse(result.lines[0] ?? '').id as string
    const about = (id: string) => [
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 1 } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
    ]
    const theirs = ours.replace(/\d+$/, '77')
    rig.send(
      call(1, 'tell', {
        messages: [...about(ours), ...about(theirs), { jsonrpc: '2.0', id: ours, result: {} }],
      }),
    )
    expect([await rig.next(), await rig.next(), await rig.next()]).toMatchObject([
      ...about(theirs),
      { id: 1 },
    ])
    await close(rig)
  })

  it.each(['timeout', 'cancelled'])(
    'that ends by %s tells the server, and its late answer is swallowed',
    async kind => {
      const rig = startRig('scripted.mjs')
      const abort = new AbortController()
      const asked = rig.relay.ask(
        'tools/call',
        { name: 'later', arguments: {} },
        kind === 'timeout' ? { timeoutMs: 1 } : { signal: abort.signal },
      )
      abort.abort()
      expect(await asked).toEqual({ kind })
      expect(await rig.ask('release')).toMatchObject({ id: 'ask-1' })
      const { result } = (await rig.ask('received')) as { result: { lines: string[] } }
      expect(result.lines[1]).toContain('notifications/cancelled')
      await close(rig)
    },
  )

  it('is not mixed up with a request of the host that carries the id of one', async () => {
    const rig = startRig('scripted.mjs', { intercept: onCall(async () => undefined) })
    await rig.relay.ask('received', {})
    await rig.relay.ask('tools/call', { name: 'echo' })
    const { result } = (await rig.ask('received')) as { result: { lines: string[] } }
    const { id } = JSON.parse(result.lines[0] ?? '') as { id: string }
    rig.send(call(id, 'echo', { mine: true }))
    expect(await rig.next()).toMatchObject({ id, result: { content: [{ text: '{"mine":true}' }] } })
    await close(rig)
  })

  it('can go to the host, whose answer the server never sees', async () => {
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        const answer = await held.askHost('elicitation/create', { message: 'May I?' })
        return answer.kind === 'answer' ? Buffer.from(JSON.stringify(answer.message.value())) : undefined
      }),
    })
    rig.send(call(1, 'echo'))
    const question = await rig.next()
    expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'May I?' } })
    rig.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept' } })
    expect(await rig.next()).toMatchObject({ result: { action: 'accept' } })
    expect(await rig.ask('received')).toMatchObject({ result: { lines: [] } })
    await close(rig)
  })
})

describe('cancelling', () => {
  const cancel = (requestId: unknown) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  })

  it('of a call that was not sent on reaches neither the server nor the host', async () => {
    const [held, aborted] = [deferred(), deferred<Answer>()]
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async call => {
        call.signal.addEventListener('abort', () => void call.forward().then(aborted.resolve))
        held.resolve()
        await aborted.promise
        return Buffer.from('{"never":"seen"}')
      }),
    })
    rig.send(call(1, 'echo'))
    await held.promise
    rig.send(cancel(1))
    expect(await aborted.promise).toEqual({ kind: 'cancelled', unsent: true })
    expect(await rig.ask('received')).toMatchObject({ id: 'ask-1', result: { lines: [] } })
    await close(rig)
  })

  it('of a call that waits for the intercept to load drops it', async () => {
    const loading = deferred<Intercept | undefined>()
    const rig = startRig('scripted.mjs', { intercept: loading.promise })
    rig.send(call(1, 'exit', { code: 1 }))
    rig.send(cancel(1))
    loading.resolve(undefined)
    expect(await rig.ask('received')).toMatchObject({ result: { lines: [] } })
    await close(rig)
  })

  it('of a call that was sent on reaches the server, and ends the wait for its answer', async () => {
    const [sent, given] = [deferred(), deferred<Answer>()]
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        void held.ask('ping', {})
        const answer = held.forward()
        sent.resolve()
        given.resolve(await answer)
        return Buffer.from('{"never":"seen"}')
      }),
    })
    rig.send(call(1, 'later'))
    await sent.promise
    rig.send(cancel(1))
    expect(await given.promise).toEqual({ kind: 'cancelled' })
    const { result } = (await rig.ask('received')) as { result: { lines: string[] } }
    expect(result.lines.filter(line => line.includes('cancelled'))).toContain(JSON.stringify(cancel(1)))
    await close(rig)
  })

  it('that came too late leaves the answer as it came', async () => {
    const rig = startRig('scripted.mjs', { intercept: onCall(async () => undefined) })
    rig.send(call(1, 'later', { a: 1 }))
    await rig.ask('received')
    rig.send(cancel(1))
    rig.send({ jsonrpc: '2.0', id: 2, method: 'release' })
    expect([await rig.next(), await rig.next()]).toMatchObject([{ id: 1 }, { id: 2 }])
    await close(rig)
  })

  it('ends the reads that belong to the call', async () => {
    const [asked, given] = [deferred(), deferred<Answer>()]
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        const answer = held.ask('tools/call', { name: 'never' })
        asked.resolve()
        given.resolve(await answer)
        return undefined
      }),
    })
    rig.send(call(1, 'echo'))
    await asked.promise
    rig.send(cancel(1))
    expect(await given.promise).toEqual({ kind: 'cancelled' })
    await close(rig)
  })
})

async function close(rig: Rig): Promise<void> {
  rig.input.end()
  await rig.relay.ended
}
