import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { call, hasty, onCall, type Rig, server, startRig } from './rig.ts'

describe('a line of 100 MB', () => {
  it('reaches the host as it left the server', async () => {
    const rig = startRig('big.mjs', { args: [server('big.mjs'), '2500000'] })
    rig.send(call(1, 'big'))
    const line = await digestOf(rig.output, true)
    const text = 'a "text" \\ with {brackets}, 漢字 and so on. '.repeat(2_500_000)
    const sent = Buffer.from(`${JSON.stringify({ result: { text }, jsonrpc: '2.0', id: 1 })}\n`)
    expect(line).toEqual({ length: sent.length, digest: createHash('sha256').update(sent).digest('hex') })
    rig.input.end()
    await rig.relay.ended
  })
})

describe('a line of 4 MB', () => {
  it.each([
    ['and is not looked at', Promise.resolve(undefined)],
    ['and is looked at', onCall(async held => held.forward().then(() => undefined))],
  ])('reaches the server as it left the host, %s', async (_how, intercept) => {
    const rig = startRig('scripted.mjs', { intercept })
    const text = 'é"\\{'.repeat(1_000_000)
    rig.send(call(1, 'size', { text }))
    expect(await rig.next()).toMatchObject({ result: { bytes: text.length } })
    rig.input.end()
    await rig.relay.ended
  })
})

describe('a long line that nobody here waits for', () => {
  const begins =
    'process.stdout.write("{\\"result\\":\\"" + "x".repeat(2e6)); process.stdin.once("data", () => '

  it('goes on before its end has come, and what is said meanwhile follows it', async () => {
    const intercept = onCall(async () => Buffer.from('{"refused":true}'))
    const rig = startRig('', {
      args: ['-e', `${begins} process.stdout.write("\\",\\"id\\":1}\\n"))`],
      intercept,
    })
    await rig.untilThereAre(2_000_000)
    rig.send(call(2, 'echo'))
    rig.send({ jsonrpc: '2.0', id: 1, method: 'go' })
    rig.input.end()
    expect(await rig.rest()).toMatch(/^{"result":"x{2000000}","id":1}\n{"refused":true}\n$/)
  })

  it('and whose server ends inside it stays as it is, and errors begin a line', async () => {
    const rig = startRig('', { args: ['-e', `${begins} process.exit(6))`] })
    await rig.untilThereAre(2_000_000)
    rig.send({ jsonrpc: '2.0', id: 1, method: 'go' })
    expect(await rig.rest()).toMatch(
      /^{"result":"x{2000000}\n\{"jsonrpc":"2.0","id":1,"error":\{"code":-32000,.*exit code 6.*\}\}\n$/,
    )
  })
})

describe('backpressure', () => {
  it('stops the server while the host does not read, and loses nothing', async () => {
    const rig = startRig('big.mjs', { args: [server('big.mjs'), '10', '100000'] })
    rig.output.pause()
    rig.input.write(`${JSON.stringify(call(1, 'big'))}\n`)
    await untilQuiet(rig)
    const whileNobodyRead = rig.output.readableLength + rig.output.writableLength
    expect(whileNobodyRead).toBeLessThan(1_000_000)
    rig.input.end()
    void rig.relay.ended.then(() => rig.output.end())
    expect((await digestOf(rig.output)).length).toBeGreaterThan(100_000_000)
  })

  it('stops the host while the server does not read', async () => {
    const rig = startRig('echo.mjs', {
      patience: hasty,
      args: ['-e', 'process.stdin.once("data", () => process.stdin.pause()); setTimeout(() => 1, 1e9)'],
    })
    let accepted = 0
    while (accepted < 100_000_000 && rig.input.write(Buffer.alloc(10_000, 'x\n'))) {
      accepted += 10_000
      await new Promise(setImmediate)
    }
    expect(accepted).toBeLessThan(10_000_000)
    rig.input.destroy()
    expect(await rig.relay.ended).toEqual({ code: null, signal: 'SIGTERM' })
  })
})

/** Until two looks in a row find that no more has come. */
async function untilQuiet(rig: Rig): Promise<void> {
  let before = -1
  for (;;) {
    const now = rig.output.readableLength + rig.output.writableLength
    if (now > 0 && now === before) return
    before = now
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Of the whole stream, or of its first line. */
async function digestOf(source: Readable, isOneLine = false) {
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk
    hash.update(bytes)
    length += bytes.length
    if (isOneLine && bytes.at(-1) === 0x0a) break
  }
  return { length, digest: hash.digest('hex') }
}
