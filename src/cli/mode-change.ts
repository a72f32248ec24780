import { Problem } from '../problem.ts'
import { type Mode, type Modes, modeNames, modeOf } from '../project/modes.ts'
import type { Folder } from '../project/paths.ts'
import { knownTools } from './known.ts'
import { printable } from './print.ts'
import { unknownName } from './scene.ts'
import type { Shell } from './shell.ts'

/** What a command line wants changed of modes and approvals. */
export interface Change {
  readonly server: string | undefined
  readonly mode: Mode | undefined
  readonly approve: readonly string[]
  readonly unapprove: readonly string[]
}

export interface ChangeOptions {
  readonly approve?: readonly string[]
  readonly unapprove?: readonly string[]
  readonly all?: true
}

/** Is there anything to change? */
export function isChange({ mode, approve, unapprove }: Change): boolean {
  return mode !== undefined || approve.length + unapprove.length > 0
}

/** With `--all` the only word is the mode. An approval is for one server: it never spreads. Throws `usage`. */
export function changeFrom(
  server: string | undefined,
  name: string | undefined,
  options: ChangeOptions,
): Change {
  const word = options.all ? (name ?? server) : name
  const target = options.all ? undefined : server
  const { approve = [], unapprove = [] } = options
  if (options.all && server !== undefined && name !== undefined)
    throw wrong('--all and a server were both given', 'Leave one of them out.')
  if (options.all && word === undefined)
    throw wrong('--all was given without a mode', 'For example: mcpgraphy mode --all warn')
  if (target === undefined && approve.length + unapprove.length > 0) {
    throw wrong(
      'An approval is for one server, and none was named',
      'For example: mcpgraphy mode orders --approve refund_order',
    )
  }
  return { server: target, mode: word === undefined ? undefined : modeFrom(word), approve, unapprove }
}

function modeFrom(word: string): Mode {
  const found = modeNames.find(each => each === word)
  if (found === undefined) throw unknownName('mode', word, modeNames)
  return found
}

/** Names that nobody knows are refused, so that a slip never widens or loses what was meant. Throws `usage`. */
export async function checkChange(
  shell: Shell,
  { server, approve, unapprove }: Change,
  known: readonly string[],
  folder: Folder,
  modes: Modes,
): Promise<void> {
  if (server === undefined) return
  if (!known.includes(server)) throw unknownName('server', server, known)
  const tools = approve.length === 0 ? undefined : await knownTools(folder, server)
  const strange = approve.find(tool => tools !== undefined && !tools.includes(tool))
  if (strange !== undefined) throw unknownName(`tool of ${server}`, strange, tools ?? [])
  if (approve.length > 0 && tools === undefined) {
    const name = printable(server)
    shell.stderr.write(
      `Nobody has seen the tools of ${name} yet, so these names were not checked: mcpgraphy tools ${name} --start\n`,
    )
  }
  const approved = modeOf(modes, server).approve
  const missing = unapprove.find(tool => !approved.includes(tool))
  if (missing !== undefined) throw unknownName(`approved tool of ${server}`, missing, approved)
}

function wrong(what: string, now: string): Problem {
  return new Problem('usage', { what, now })
}
