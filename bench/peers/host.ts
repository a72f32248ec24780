import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A host of a benchmark: asks, and knows the process that it started. */
export interface Host {
  /** Asks for a tool; resolves with the size of the answer once its last byte is there. */
  call(tool: string, args: object): Promise<number>
  readonly pid: number
  close(): Promise<void>
}

/** A host that has shaken hands, and how many milliseconds after its start the first byte of the answer came. */
export interface Started {
  readonly host: Host
  readonly firstByteMs: number
}

/** A command to start, with what is added to the environment. */
export interface Start {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The first request of a host in the earlier era, which every peer speaks. */
export const hello = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
}

/** Ends a process, kindly at first. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.stdin?.end()
  child.kill()
  const timer = setTimeout(() => child.kill('SIGKILL'), 2000)
  await gone
  clearTimeout(timer)
}
