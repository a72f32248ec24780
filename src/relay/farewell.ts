import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending, Server } from './stdio.ts'

/** How long each step of an ending may take, in milliseconds. */
export interface Patience {
  /** For calls that are held when the host leaves, before the server's input ends. */
  readonly held: number
  /** From a signal, or the end of the server's input and its last word to a host that still reads, to SIGTERM. */
  readonly input: number
  /** From SIGTERM to SIGKILL. */
  readonly term: number
  /** From SIGKILL until we stop waiting; and for what is left to do once the server has ended. */
  readonly last: number
  /** For a host that has ended its input to go on reading what is left for it. */
  readonly reading: number
}

export const usualPatience: Patience = { held: 1000, input: 2000, term: 2000, last: 500, reading: 10_000 }

/**
 * The end of a server: by itself, or from `isToEnd` on by SIGTERM and then SIGKILL, to it and all that it started.
 * Where even that does not help it is given up: we are not to stay because something else does.
 */
export function escalate(server: Server, isToEnd: Promise<void>, { term, last }: Patience): Promise<Ending> {
  const over = new AbortController()
  const wait = (ms: number) => pause(ms, over.signal)
  const force = async (): Promise<Ending> => {
    await isToEnd
    over.signal.throwIfAborted()
    server.stdin.end()
    server.kill('SIGTERM')
    await wait(term)
    server.kill('SIGKILL')
    await wait(last)
    return { code: null, signal: 'SIGKILL' }
  }
  return Promise.race([server.over.finally(() => over.abort()), force()])
}

/** Ends what a server that has ended left behind: what it started gets SIGTERM, and soon SIGKILL. */
export async function sweep(server: Server, { last }: Patience): Promise<void> {
  server.kill('SIGTERM')
  for (let waited = 0; waited < last && server.isAlive(); waited += glance) await sleep(glance)
  server.kill('SIGKILL')
}

const glance = 20

/** Ends a server that no relay stands before: end of input, SIGTERM, SIGKILL. Never rejects. */
export async function endServer(server: Server, patience: Patience): Promise<void> {
  server.stdin.end()
  await escalate(server, pause(patience.input), patience).catch(() => undefined)
  server.stdout.destroy()
  await sweep(server, patience)
}

/** Waits, without keeping the process alive for it. Rejects when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { ref: false, ...(signal && { signal }) })
}

/** Resolves once, for so many milliseconds, nothing came from the one and nothing was taken by the other. */
export async function stillness(source: Readable, sink: Writable, ms: number): Promise<void> {
  let moves = 0
  const moved = () => moves++
  source.on('data', moved)
  sink.on('drain', moved)
  for (let before = -1; before !== moves; await pause(ms)) before = moves
  source.off('data', moved)
  sink.off('drain', moved)
}

/**
 * Ends this process as its server ended, so that the host sees what it would see without us. A signal that would
 * leave a core file, or that Node keeps for itself, becomes the exit code that a shell gives for it.
 */
export function endLike({ code, signal }: Ending, process: NodeJS.Process): never {
  if (signal === null) return process.exit(code ?? 1)
  if (plainSignals.has(signal)) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
  return process.exit(128 + constants.signals[signal])
}

const plainSignals: ReadonlySet<NodeJS.Signals> = new Set(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGKILL'])
