import { statSync } from 'node:fs'
import { Problem } from '../problem.ts'
import {
  type Modes,
  modeOf,
  modesPath,
  readModes,
  type ServerMode,
  standardModes,
  withoutTrust,
} from './modes.ts'
import type { Folder } from './paths.ts'
import { acceptedFolder, isAccepted } from './trust.ts'

/** Tells a running proxy how a server is to be treated now. */
export interface ModeReader {
  of(server: string): ServerMode
}

/**
 * A reader that takes up a change of `modes.json` at the next question: it looks at the file's time, size and
 * number each time and reads only what changed. While the file is broken the last good one holds; `tell` is
 * called once for each state of the file that does not count in full.
 */
export function modeReader(folder: Folder, user: Folder, tell: (problem: Problem) => void): ModeReader {
  let stamp = ''
  let modes = standardModes
  return {
    of(server) {
      const now = `${stampOf(modesPath(folder))} ${stampOf(acceptedFolder(user))}`
      if (now !== stamp) modes = refreshed(folder, user, modes, tell)
      stamp = now
      return modeOf(modes, server)
    },
  }
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.mtimeMs}-${stat.size}-${stat.ino}`
}

function refreshed(folder: Folder, user: Folder, last: Modes, tell: (problem: Problem) => void): Modes {
  const file = readModes(folder)
  if (file.kind === 'none') return standardModes
  if (file.kind === 'broken') {
    tell(file.problem)
    return last
  }
  if (isAccepted(user, modesPath(folder), file.bytes)) return file.modes
  tell(new Problem('modes-unaccepted', { file: modesPath(folder) }))
  return withoutTrust(file.modes)
}
