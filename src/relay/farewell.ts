import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending, Server } from './stdio.ts'

/** How long each step of an ending may take, in milliseconds. */
export interface Patience {
  /** For calls that are held when the host leaves, before the server's input ends. */
  readonly held: number
  /** From the end of the server's input, or a signal, to SIGTERM. */
  readonly input: number
  /** From SIGTERM to SIGKILL. */
  readonly term: number
  /** From SIGKILL until we stop waiting; and for what is left to do once the server has ended. */
  readonly last: number
}

export const usualPatience: Patience = { held: 1000, input: 2000, term: 2000, last: 500 }

/**
 * Ends a server that was told to end: SIGTERM, then SIGKILL, to it and all that it started. Resolves when it is over,
 * or with what we know when even that did not help: we are not to stay because something else does.
 */
export async function escalate(server: Server, patience: Patience): Promise<Ending> {
  const over = new AbortController()
  const stop = () => over.abort()
  server.over.then(stop, stop)
  const wait = (ms: number) => sleep(ms, undefined, { signal: over.signal })
  try {
    await wait(patience.input)
    server.stdin.end()
    server.kill('SIGTERM')
    await wait(patience.term)
    server.kill('SIGKILL')
    await wait(patience.last)
    return { code: null, signal: 'SIGKILL' }
  } catch {
    return server.over
  }
}

/** Ends what a server that has ended left behind: what it started gets SIGTERM, and soon SIGKILL. */
export async function sweep(server: Server, patience: Patience): Promise<void> {
  server.kill('SIGTERM')
  for (let waited = 0; waited < patience.last && server.isAlive(); waited += glance) await sleep(glance)
  server.kill('SIGKILL')
}

const glance = 20

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
