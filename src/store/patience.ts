import { setTimeout } from 'node:timers/promises'
import { isBusy } from './faults.ts'

/**
 * Does some work on the database, again and again while another process holds it, for so many milliseconds
 * at most. The waiting is done here and not by SQLite's own busy handler, since that would block this process
 * and with it every message that a proxy relays.
 */
export async function patiently<T>(work: () => T, milliseconds: number): Promise<T> {
  const end = performance.now() + milliseconds
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error
    }
    await setTimeout(pause)
  }
}

/** In milliseconds. A writer of ours holds the database for a tenth of one. */
const longestPause = 25
