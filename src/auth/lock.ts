import { rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { at, parseJson } from '../json.ts'

/**
 * Runs something that only one process of this machine may do at a time, and gives true; or gives false once
 * `isNeedless` says that another has done it. A lock whose process is gone, or that is older than `staleAfterMs`, is
 * broken. Rejects with the signal's reason when that is aborted while it waits.
 */
export async function alone(
  file: string,
  { staleAfterMs, signal }: { staleAfterMs: number; signal: AbortSignal },
  isNeedless: () => Promise<boolean>,
  run: () => Promise<void>,
): Promise<boolean> {
  while (!(await take(file))) {
    if (await isStale(file, staleAfterMs)) await rm(file, { force: true })
    else await pause(glance, undefined, { signal })
    if (await isNeedless()) return false
  }
  const letGo = () => rmSync(file, { force: true })
  process.once('exit', letGo)
  try {
    if (await isNeedless()) return false
    await run()
    return true
  } finally {
    process.off('exit', letGo)
    letGo()
  }
}

const glance = 200

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify({ pid: process.pid, at: Date.now() }), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isStale(file: string, staleAfterMs: number): Promise<boolean> {
  const held = parseJson(await readFile(file, 'utf8').catch(() => '{}'))
  const [pid, since] = [at(held, 'pid'), at(held, 'at')]
  // One that is just being written says nothing yet.
  if (typeof pid !== 'number' || typeof since !== 'number') return false
  return Date.now() - since > staleAfterMs || !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
