import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { end, hello, type Start, type Started } from './host.ts'

/** Starts a command and speaks to it over its standard streams. Rejects where it ends before it has answered. */
export async function startStdioHost({ args, env = {} }: Start): Promise<Started> {
  const begin = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  })
  child.stdin.on('error', () => undefined)
  const first = once(child.stdout, 'data')
  const waiting = new Map<number, (bytes: number) => void>()
  const gone = once(child, 'close').then(() => {
    throw new Error('it closed the connection')
  })
  gone.catch(() => undefined)
  readAnswers(child.stdout, waiting)
  let last = 0
  const ask = (method: string, params: object) => {
    const id = ++last
    const answered = new Promise<number>(resolve => waiting.set(id, resolve))
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return Promise.race([answered, gone])
  }
  const greeted = ask('initialize', hello)
  await Promise.race([first, gone])
  const firstByteMs = performance.now() - begin
  await greeted
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  await ask('tools/list', {})
  return {
    firstByteMs,
    host: {
      call: (name, given) => ask('tools/call', { name, arguments: given }),
      pid: child.pid ?? 0,
      close: () => end(child),
    },
  }
}

/** Gives each answer to whoever waits for it. A long one is not parsed: it is the only one that is awaited. */
function readAnswers(output: NodeJS.ReadableStream, waiting: Map<number, (bytes: number) => void>): void {
  let pieces: Buffer[] = []
  let size = 0
  const finish = () => {
    const [lone] = waiting.keys()
    const id = size > longLine ? lone : (JSON.parse(Buffer.concat(pieces).toString()) as { id?: number }).id
    if (id !== undefined) waiting.get(id)?.(size)
    if (id !== undefined) waiting.delete(id)
    pieces = []
    size = 0
  }
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, at + 1))
      size += at + 1 - from
      from = at + 1
      finish()
    }
    if (size <= longLine) pieces.push(chunk.subarray(from))
    size += chunk.length - from
  })
}

const longLine = 1_000_000
