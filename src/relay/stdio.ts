import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { Problem, reasonOf } from '../problem.ts'
import { guard } from './guard.ts'
import { launchOf } from './launch.ts'

/** What starts a server: all of it reaches the server as given. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** How a process ended: with a code, or by a signal. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A server that runs as our child. */
export interface Server {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Sends a signal to the server and to everything that it started and that is still there. */
  kill(signal: NodeJS.Signals): void
  /** Is the server, or something that it started, still there? */
  isAlive(): boolean
  /**
   * It has ended and all that it wrote was read. Rejects with Problem `server-not-found` or `server-not-started`
   * where it never ran.
   */
  readonly over: Promise<Ending>
}

/**
 * Starts the server now, in its own process group, so that what it starts itself (npx starts a shell, which starts
 * node) can be ended with it. Its standard error goes to `errors`.
 * Should we end in an unforeseen way, the group gets SIGTERM; should we be killed, a guard sees to it (see guard.ts).
 */
export function startServer(server: ServerCommand, errors: Writable): Server {
  const child = tryToSpawn(server, errors)
  if (child instanceof Problem) return neverStarted(child)
  const kill = (signal: NodeJS.Signals) => void signalGroup(child, signal)
  const isAlive = () => signalGroup(child, 0)
  const lastResort = () => kill('SIGTERM')
  process.once('exit', lastResort)
  // Writing to a server that has just gone is no news: `over` tells it.
  child.stdin.on('error', () => undefined)
  child.stdout.on('error', () => undefined)
  if (child.stderr) child.stderr.pipe(errors, { end: false })
  const watch = child.pid === undefined ? undefined : guard(child.pid, process.platform)
  const over = endOf(child, server).finally(() => {
    process.off('exit', lastResort)
    watch?.dismiss()
  })
  over.catch(() => undefined)
  return { stdin: child.stdin, stdout: child.stdout, kill, isAlive, over }
}

type Child = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable }

function tryToSpawn(server: ServerCommand, errors: Writable): Child | Problem {
  try {
    const launch = launchOf(server.command, server.args, process.platform, server.env, server.cwd)
    const child = spawn(launch.command, launch.args, {
      cwd: server.cwd,
      env: server.env,
      stdio: ['pipe', 'pipe', errors === process.stderr ? 'inherit' : 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: launch.verbatim,
    })
    if (child.stdin && child.stdout) return child as Child
    return notStarted(server, new Error('no pipes could be opened to it'))
  } catch (error) {
    return notStarted(server, error)
  }
}

function neverStarted(problem: Problem): Server {
  const over = Promise.reject(problem)
  over.catch(() => undefined)
  return {
    stdin: new PassThrough().destroy(),
    stdout: Readable.from([]),
    kill: () => false,
    isAlive: () => false,
    over,
  }
}

/** Settles once the process has ended and its output was read to the end. */
function endOf(child: Child, server: ServerCommand): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once('error', error => child.pid === undefined && reject(notStarted(server, error)))
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('exit', (code, signal) => {
      whenQuiet(child.stdout, () => resolve({ code, signal }))
    })
  })
}

/**
 * Calls back when nothing came for a while. What a server leaves behind may hold its output open for ever; what the
 * server itself wrote is in the pipe by now. While nobody reads because the host is slow, it waits.
 */
function whenQuiet(stdout: Readable, callback: () => void): void {
  let timer: NodeJS.Timeout
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (stdout.isPaused() ? again() : done()), quietMs)
  }
  const done = () => {
    clearTimeout(timer)
    stdout.off('data', again).off('close', done)
    callback()
  }
  stdout.on('data', again).once('close', done)
  again()
}

const quietMs = 200

/** Signal 0 only asks. False: nobody is there. */
function signalGroup(child: Child, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false
  if (process.platform === 'win32') return signal === 0 ? child.exitCode === null : killTree(child.pid)
  try {
    return process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

/** Windows knows no groups, and no signals that a process could heed. */
function killTree(pid: number): boolean {
  const options = { stdio: 'ignore', windowsHide: true } as const
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], options).on('error', () => undefined)
  return true
}

function notStarted(server: ServerCommand, error: unknown): Problem {
  const { command, cwd } = server
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && isFolder(cwd))
    return new Problem('server-not-found', { command }, { cause: error })
  const reason = code === 'ENOENT' ? `there is no folder ${cwd} to start it in` : reasonOf(error)
  return new Problem('server-not-started', { command, reason }, { cause: error })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
