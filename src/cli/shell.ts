import type { Readable, Writable } from 'node:stream'

/** The smallest part of a process that a command needs; tests hand in their own. */
export interface Shell {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly platform: NodeJS.Platform
  /** A person can be asked: both ends are a terminal and this is not CI. */
  readonly canAsk: boolean
  /** Colour is wanted on standard output. */
  readonly colour: boolean
}

/** The shell of a real process. */
export function shellOf(process: NodeJS.Process): Shell {
  const { stdin, stdout, stderr, env, platform } = process
  return {
    stdin,
    stdout,
    stderr,
    env,
    platform,
    cwd: process.cwd(),
    canAsk: stdin.isTTY === true && stdout.isTTY === true && !env.CI,
    colour: stdout.isTTY === true && env.NO_COLOR === undefined && env.TERM !== 'dumb',
  }
}
