import { lstatSync, type Stats } from 'node:fs'
import type { Problem } from '../problem.ts'
import { modesThatHold } from './holding.ts'
import { type Modes, modeOf, modesPath, type ServerMode } from './modes.ts'
import type { Folder } from './paths.ts'
import { acceptedFolder } from './trust.ts'

/** Tells a running proxy how a server is to be treated now. */
export interface ModeReader {
  of(server: string): ServerMode
}

/**
 * A reader that takes up a change of `modes.json` at the next question: it looks at the file's time, size and
 * number each time and reads only what changed. `tell` is called once for each state of the file that does not count
 * in full.
 */
export function modeReader(folder: Folder, user: Folder, tell: (problem: Problem) => void): ModeReader {
  const file = modesPath(folder)
  const accepted = acceptedFolder(user, file)
  let stamp: string | undefined
  let modes: Modes | undefined
  return {
    of(server) {
      const now = stampOf(folder.path, [file, accepted])
      if (now !== stamp || modes === undefined) {
        const holding = modesThatHold(folder, user, modes)
        if (holding.problem !== undefined) tell(holding.problem)
        modes = holding.modes
      }
      stamp = now
      return modeOf(modes, server)
    },
  }
}

/** The folder counts by its number alone: its time changes with every file that SQLite lays into it. */
function stampOf(folder: string, files: readonly string[]): string {
  const [place, ...stats] = [folder, ...files].map(statOf)
  return [place?.ino, place?.mode, ...stats.flatMap(stat => [stat?.mtimeMs, stat?.size, stat?.ino])].join(' ')
}

/** What cannot be looked at counts as gone; whoever reads it says why. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
