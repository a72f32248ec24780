import type { Machine } from '../hosts/machine.ts'
import { type Modes, modeOf, modesPath } from '../project/modes.ts'
import type { Folder } from '../project/paths.ts'
import { printable, printableName } from './print.ts'
import { shortPath } from './scene.ts'
import { modeWords } from './words.ts'

/** The modes of one folder, for the servers that go by them. */
export interface ModesShown {
  readonly folder: Folder
  readonly modes: Modes
  readonly names: readonly string[]
}

/** The modes of a folder as a person reads them: a line a server. */
export function modesInWords(machine: Machine, { folder, modes, names }: ModesShown): string {
  const lines = names.map(name => {
    const { mode, approve } = modeOf(modes, name)
    const approved =
      approve.length === 0 ? '' : `; approved: ${approve.map(tool => printable(tool)).join(', ')}`
    return `${printableName(name)}: ${mode} (${modeWords[mode]}${approved})`
  })
  const rest = `every other server: ${modes.default} (${modeWords[modes.default]})`
  return `${[shortPath(machine, modesPath(folder)), ...[...lines, rest].map(line => `  ${line}`)].join('\n')}\n`
}

/** The same as JSON. */
export function modesAsJson({ folder, modes, names }: ModesShown) {
  return {
    file: modesPath(folder),
    default: modes.default,
    servers: names.map(server => ({ server, ...modeOf(modes, server) })),
  }
}
