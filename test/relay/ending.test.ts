import { spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/relay/intercept.ts'
import { call, createLines, deferred, hasty, onCall, server, startRig, unhurried } from './rig.ts'

describe('a server that ends', () => {
  it('leaves no request unanswered, and its exit code behind', async () => {
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => held.forward().then(() => undefined)),
    })
    rig.send({ jsonrpc: '2.0', id: 'p', method: 'nobody/answers' })
    rig.send(call(0, 'never'))
    rig.send(`{"jsonrpc":"2.0","id":12345678901234567890,"method":"x"}`)
    rig.send(call(2, 'exit', { code: 7, last: '{"jsonrpc":"2.0","method":"last/words"}\n' }))
    expect(await rig.nextLine()).toBe('{"jsonrpc":"2.0","method":"last/words"}')
    const answers = [
      await rig.nextLine(),
      await rig.nextLine(),
      await rig.nextLine(),
      await rig.nextLine(),
    ].join('\n')
    expect(answers).toContain(
      '"id":"p","error":{"code":-32000,"message":"The server ended (exit code 7) before it answered nobody/answers."}',
    )
    expect(answers).toContain(
      '"id":0,"error":{"code":-32000,"message":"The server ended (exit code 7) before it answered tools/call. Whether the call had an effect is not known."}',
    )
    expect(answers).toContain('"id":12345678901234567890,')
    expect(answers).toContain('"id":2,')
    expect(await rig.relay.ended).toEqual({ code: 7, signal: null })
  })

  it('by a signal says which', async () => {
    const rig = startRig('scripted.mjs')
    rig.send(call(1, 'kill', { signal: 'SIGKILL' }))
    expect(await rig.next()).toMatchObject({ error: { message: expect.stringContaining('signal SIGKILL') } })
    expect(await rig.relay.ended).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('in the middle of a line leaves its bytes as they are, and the errors on lines of their own', async () => {
    const rig = startRig('scripted.mjs')
    rig.send(call(1, 'exit', { code: 0, last: '{"jsonrpc":"2.0","id":1,"res' }))
    expect(await rig.nextLine()).toBe('{"jsonrpc":"2.0","id":1,"res')
    expect(await rig.next()).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(await rig.rest()).toBe('')
  })

  it('after an answer without a line end has answered', async () => {
    const rig = startRig('scripted.mjs')
    rig.send(call(1, 'exit', { code: 0, last: '{"jsonrpc":"2.0","id":1,"result":{}}' }))
    expect(await rig.rest()).toBe('{"jsonrpc":"2.0","id":1,"result":{}}')
  })

  it('tells the intercept that it is gone, and later requests too', async () => {
    const [forwarded, asked] = [deferred<Answer>(), deferred<Answer>()]
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        forwarded.resolve(await held.forward())
        asked.resolve(await held.ask('ping', {}))
        return Buffer.from('{"never":"seen"}')
      }),
    })
    rig.send(call(1, 'exit', { code: 7 }))
    expect(await rig.next()).toMatchObject({ id: 1, error: { code: -32000 } })
    rig.send({ jsonrpc: '2.0', id: 2, method: 'ping' })
    expect(await rig.next()).toMatchObject({
      id: 2,
      error: { message: 'The server has ended (exit code 7): ping was not sent to it.' },
    })
    expect([await forwarded.promise, await asked.promise]).toEqual([{ kind: 'gone' }, { kind: 'gone' }])
    expect(await rig.relay.ask('ping', {})).toEqual({ kind: 'gone' })
    expect(await rig.rest()).toBe('')
  })

  it('while the intercept still works on its answer loses nothing of it', async () => {
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        await held.forward()
        await held.ask('tools/call', { name: 'exit', arguments: { code: 3 } })
        return Buffer.from('{"ours":true}')
      }),
    })
    rig.send(call(1, 'echo'))
    expect(await rig.next()).toEqual({ ours: true })
    expect(await rig.relay.ended).toEqual({ code: 3, signal: null })
  })

  it('gets its answer to the host even where the intercept never lets go', async () => {
    const rig = startRig('scripted.mjs', {
      patience: { ...unhurried, last: hasty.last },
      intercept: onCall(async held => {
        await held.forward()
        void held.ask('tools/call', { name: 'exit', arguments: { code: 3 } })
        return new Promise(() => undefined)
      }),
    })
    rig.send(call(1, 'echo', { a: 1 }))
    expect(await rig.next()).toMatchObject({ id: 1, result: {} })
    expect(await rig.relay.ended).toEqual({ code: 3, signal: null })
  })

  it('and leaves something behind that holds its output open is over all the same, and what it left is ended', async () => {
    const rig = startRig('leaver.mjs')
    const { pids } = (await rig.next()) as { pids: number[] }
    rig.send({ jsonrpc: '2.0', id: 1, method: 'anything' })
    expect(await rig.next()).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(await rig.relay.ended).toEqual({ code: 5, signal: null })
    await allGone(pids)
  })
})

describe('a server that closes its output and stays', () => {
  it('is ended, and what it owes is answered', async () => {
    const rig = startRig('', {
      patience: { ...unhurried, input: hasty.input },
      args: ['-e', 'process.stdin.resume(); require("node:fs").closeSync(1); setInterval(() => 1, 1000)'],
    })
    rig.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
    expect(await rig.next()).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(await rig.relay.ended).toEqual({ code: null, signal: 'SIGTERM' })
  })
})

describe('a server that cannot be started', () => {
  it.each([
    ['server-not-found', { command: 'no-such-command-anywhere' }],
    ['server-not-started', { command: process.execPath, cwd: '/no/such/folder' }],
    ['server-not-started', { command: './package.json' }],
    ['server-not-started', { command: process.execPath, args: ['nul\0byte'] }],
  ])('is a Problem %s, and requests are answered with it', async (code, options) => {
    const rig = startRig('echo.mjs', options)
    rig.send({ jsonrpc: '2.0', id: 1, method: 'initialize' })
    expect(await rig.next()).toMatchObject({ id: 1, error: { code: -32000 } })
    await expect(rig.relay.ended).rejects.toMatchObject({ code })
  })
})

describe('a host that leaves', () => {
  it('ends the server by the end of its input, after what it still says', async () => {
    const rig = startRig('scripted.mjs')
    rig.send(call(1, 'echo'))
    rig.input.end()
    expect(await rig.next()).toMatchObject({ id: 1, result: {} })
    expect(await rig.relay.ended).toEqual({ code: 0, signal: null })
  })

  it('gives the reads after a call a chance', async () => {
    const read = deferred<Answer>()
    const rig = startRig('scripted.mjs', {
      intercept: onCall(async held => {
        await held.forward()
        const answer = await held.ask('tools/call', { name: 'echo', arguments: {} })
        read.resolve(answer)
        return undefined
      }),
    })
    rig.send(call(1, 'echo'))
    rig.input.end()
    expect(await read.promise).toMatchObject({ kind: 'answer' })
    expect(await rig.next()).toMatchObject({ id: 1 })
    expect(await rig.relay.ended).toEqual({ code: 0, signal: null })
  })

  it('does not wait for ever for a call that never ends', async () => {
    const rig = startRig('scripted.mjs', {
      patience: { ...unhurried, held: hasty.held },
      intercept: onCall(async held => held.forward().then(() => undefined)),
    })
    rig.send(call(1, 'never'))
    rig.input.end()
    expect(await rig.relay.ended).toEqual({ code: 0, signal: null })
  })

  it('by closing what it reads from has left too', async () => {
    const rig = startRig('scripted.mjs')
    await rig.ask('received')
    rig.output.destroy()
    expect(await rig.relay.ended).toEqual({ code: 0, signal: null })
  })

  it('leaves nothing of a server that heeds neither the end of its input nor SIGTERM', async () => {
    const rig = startRig('stubborn.mjs', { patience: hasty })
    const { pids } = (await rig.next()) as { pids: number[] }
    rig.input.end()
    expect(await rig.relay.ended).toEqual({ code: null, signal: 'SIGKILL' })
    await allGone(pids)
  })
})

describe('a signal', () => {
  it('leaves nothing of a server that refuses it', async () => {
    const signals = new EventEmitter()
    const rig = startRig('stubborn.mjs', { signals, patience: hasty })
    const { pids } = (await rig.next()) as { pids: number[] }
    signals.emit('SIGINT', 'SIGINT')
    expect(await rig.relay.ended).toEqual({ code: null, signal: 'SIGKILL' })
    await allGone(pids)
  })

  it('that the server takes calmly lets it say what it has to say', async () => {
    const signals = new EventEmitter()
    const code = `process.on('SIGTERM', () => { console.log('{"bye":true}'); process.exit(4) }); console.log('{}'); process.stdin.resume()`
    const rig = startRig('', { args: ['-e', code], signals })
    await rig.next()
    signals.emit('SIGTERM', 'SIGTERM')
    expect(await rig.next()).toEqual({ bye: true })
    expect(await rig.relay.ended).toEqual({ code: 4, signal: null })
  })
})

describe('the relay as a process', () => {
  it('killed without a word leaves nothing of a server that heeds neither the end of its input nor a signal', async () => {
    const relay = run(server('stubborn.mjs'))
    const { pids } = JSON.parse(await relay.lines.next()) as { pids: number[] }
    relay.child.kill('SIGKILL')
    await allGone(pids)
  })

  it('leaves no guard behind when its server has ended', async () => {
    const relay = run(server('scripted.mjs'))
    relay.stdin.write('{"jsonrpc":"2.0","id":1,"method":"where"}\n')
    const { result } = JSON.parse(await relay.lines.next()) as { result: { pid: number } }
    relay.stdin.end()
    await relay.exit
    await allGone([result.pid])
    expect(guardsOf(result.pid)).toEqual([])
  })

  it('ends with its server when its host vanishes', async () => {
    const relay = run(server('scripted.mjs'))
    relay.stdin.write('{"jsonrpc":"2.0","id":1,"method":"where"}\n')
    const { result } = JSON.parse(await relay.lines.next()) as { result: { pid: number } }
    for (const end of relay.child.stdio) end?.destroy()
    expect(await relay.exit).toEqual([0, null])
    await allGone([result.pid])
  })

  it('ends with the code of its server', async () => {
    const relay = run(server('scripted.mjs'))
    relay.stdin.write(`${JSON.stringify(call(1, 'exit', { code: 7 }))}\n`)
    expect(JSON.parse(await relay.lines.next())).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(await relay.exit).toEqual([7, null])
  })

  it('ends by the signal that ended its server', async () => {
    const relay = run(server('scripted.mjs'))
    relay.stdin.write(`${JSON.stringify(call(1, 'kill', { signal: 'SIGKILL' }))}\n`)
    expect(await relay.exit).toEqual([null, 'SIGKILL'])
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on to the server and all that it started',
    async signal => {
      const relay = run(
        '-e',
        `require('node:child_process').spawn(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => 1, 1000)'], { stdio: 'inherit' }); setInterval(() => 1, 1000)`,
      )
      const second = Number(await relay.lines.next())
      relay.child.kill(signal)
      expect(await relay.exit).toEqual([null, signal])
      await allGone([second])
    },
  )

  it('that is killed leaves no server that heeds the end of its input', async () => {
    const relay = run(server('scripted.mjs'))
    relay.stdin.write('{"jsonrpc":"2.0","id":1,"method":"where"}\n')
    const { result } = JSON.parse(await relay.lines.next()) as { result: { pid: number } }
    relay.child.kill('SIGKILL')
    await relay.exit
    await allGone([result.pid])
  })

  it('leaves its standard error to the server', async () => {
    const relay = run('-e', 'console.error("server says"); console.log("{}")')
    const errors: string[] = []
    relay.child.stderr.on('data', text => errors.push(String(text)))
    expect(await relay.lines.next()).toBe('{}')
    expect(await relay.exit).toEqual([0, null])
    expect(errors.join('')).toBe('server says\n')
  })
})

function run(...args: string[]) {
  const command = ['--import', 'tsx', 'test/fixtures/run-relay.ts', process.execPath, ...args]
  const child = spawn(process.execPath, command, { stdio: 'pipe' })
  return { child, stdin: child.stdin, lines: createLines(child.stdout), exit: once(child, 'close') }
}

/** Resolves when none of these processes runs any more; the test's own time limit is the bound. */
async function allGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await new Promise(resolve => setTimeout(resolve, 10))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The guards that still wait for a process group. */
function guardsOf(group: number): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  return stdout.split('\n').filter(line => line.endsWith(`mcpgraphy-guard ${group}`))
}
