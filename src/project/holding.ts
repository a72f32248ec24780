import { Problem } from '../problem.ts'
import {
  type Mode,
  type Modes,
  type ModesFile,
  modeOf,
  modesPath,
  parseModes,
  readModes,
  standardModes,
  withoutTrust,
} from './modes.ts'
import type { Folder } from './paths.ts'
import { acceptedContents, isAccepted } from './trust.ts'

/** The modes that count, and why they are not simply those of the file, where they are not. */
export interface Holding {
  readonly modes: Modes
  readonly problem?: Problem
}

/**
 * The modes that count for a folder. A `modes.json` that the user has not accepted counts only as far as it is
 * stricter than what was accepted last, or than `warn`; one that is gone leaves what was stricter; while it is broken
 * what held before (`last`, else what was accepted last) holds on. So no change from outside ever raises anything.
 */
export function modesThatHold(folder: Folder, user: Folder, last?: Modes): Holding {
  const file = readModes(folder)
  if (file.kind === 'modes' && isAccepted(user, modesPath(folder), file.bytes)) return { modes: file.modes }
  try {
    return fallenBack(file, folder, acceptedModes(folder, user), last)
  } catch (problem) {
    // what was accepted is not to be read: then nothing was
    if (problem instanceof Problem) return { ...fallenBack(file, folder, [], last), problem }
    throw problem
  }
}

/** What a user has to hear of a server that an unaccepted file says more of than it may. */
function fallenBack(
  file: ModesFile,
  folder: Folder,
  accepted: readonly Modes[],
  last: Modes | undefined,
): Holding {
  if (file.kind === 'broken')
    return { modes: last ?? strictest(accepted) ?? standardModes, problem: file.problem }
  const floor = strictest(accepted.map(withoutTrust)) ?? standardModes
  const held = heldIn(floor)
  if (file.kind === 'modes') {
    const modes = strictest([withoutTrust(file.modes), floor]) ?? floor
    return { modes, problem: new Problem('modes-unaccepted', { file: modesPath(folder), held }) }
  }
  // a file in the user's own folder goes only by the user's own hand
  if (held === '' || folder.of === 'user') return { modes: folder.of === 'user' ? standardModes : floor }
  return { modes: floor, problem: new Problem('modes-gone', { file: modesPath(folder), held }) }
}

function acceptedModes(folder: Folder, user: Folder): Modes[] {
  const file = modesPath(folder)
  return acceptedContents(user, file).flatMap(bytes => {
    try {
      return [parseModes(bytes.toString('utf8'), file)]
    } catch {
      return []
    }
  })
}

/** For each server the mode that allows least, and only what every one approves. */
function strictest([first, ...rest]: readonly Modes[]): Modes | undefined {
  return first && rest.reduce(stricter, first)
}

function stricter(one: Modes, other: Modes): Modes {
  const names = [...new Set([...one.servers.keys(), ...other.servers.keys()])]
  const servers = names.map(name => {
    const [here, there] = [modeOf(one, name), modeOf(other, name)]
    const approve = here.approve.filter(tool => there.approve.includes(tool))
    return [name, { mode: lesser(here.mode, there.mode), approve }] as const
  })
  return { default: lesser(one.default, other.default), servers: new Map(servers) }
}

const byAllowance: readonly Mode[] = ['pass', 'observe', 'warn', 'block']

function lesser(one: Mode, other: Mode): Mode {
  return byAllowance.indexOf(one) > byAllowance.indexOf(other) ? one : other
}

/** The servers that were set to `block`, in words; empty where there are none. */
function heldIn({ default: byDefault, servers }: Modes): string {
  const blocked = [...servers]
    .filter(([, { mode }]) => mode === 'block')
    .map(([name]) => JSON.stringify(name))
  const others = byDefault === 'block' ? [blocked.length === 0 ? 'every server' : 'every other server'] : []
  const all = [...blocked, ...others].slice(0, 8)
  return all.length === 0 ? '' : `block for ${all.join(', ')}`
}
