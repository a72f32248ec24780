import { nearest } from '../adapter/nearest.ts'
import type { ListedTool } from '../adapter/tool.ts'
import type { Problem } from '../problem.ts'
import { modesThatHold } from '../project/holding.ts'
import { type Modes, modeOf, modesPath, readModes, standardModes } from '../project/modes.ts'
import type { Folder } from '../project/paths.ts'
import { type Finding, fromProblem, ok, warning, word } from './finding.ts'

/** What is known of a server whose modes are examined. */
export interface Moded {
  readonly server: string
  readonly tools: readonly ListedTool[] | undefined
}

/** Does modes.json count, does it name servers and tools that there are, and which mode does each server have? */
export function examineModes(
  folder: Folder,
  user: Folder,
  moded: readonly Moded[],
  known: readonly string[],
): Finding[] {
  const file = modesPath(folder)
  const read = readModes(folder)
  if (read.kind === 'broken') return [fromProblem('modes', 'problem', read.problem, { file })]
  const said = read.kind === 'none' ? standardModes : read.modes
  const { modes, problem } = modesThatHold(folder, user)
  return [
    ...(problem === undefined ? [] : [uncounted(problem, file)]),
    ...moded.map(({ server }) =>
      ok('modes', `${server} is in ${modeOf(modes, server).mode} mode.`, { file, server }),
    ),
    ...strangers(said, known, file),
    ...moded.flatMap(each => approvalFindings(each, modeOf(said, each.server).approve, file)),
  ]
}

/** The file does not count in full, or is gone and what it said still holds. */
function uncounted(problem: Problem, file: string): Finding {
  return { ...fromProblem('modes', 'warning', problem, { file }), run: 'mcpgraphy mode --accept' }
}

/** A mode for a name that no server has does nothing, and looks as if it did. */
function strangers({ servers }: Modes, known: readonly string[], file: string): Finding[] {
  return [...servers.keys()]
    .filter(server => !known.includes(server))
    .map(server => {
      const meant = nearest(server, known)
      const now = meant === undefined ? 'Remove its line, if it is gone for good.' : `Did you mean ${meant}?`
      return warning(
        'modes',
        `modes.json names ${server}, and there is no such server.`,
        { now },
        { file, server },
      )
    })
}

/** An approval of a tool that does not exist lets nothing through, while the one that was meant stays held. */
function approvalFindings({ server, tools }: Moded, approved: readonly string[], file: string): Finding[] {
  if (tools === undefined) return []
  const names = tools.map(({ name }) => name)
  return approved
    .filter(tool => !names.includes(tool))
    .map(tool => {
      const meant = nearest(tool, names)
      const what = `${tool} is approved for ${server}, which has no such tool.`
      const take = `mcpgraphy mode ${word(server)} --unapprove ${word(tool)}`
      const run = meant === undefined ? take : `${take} --approve ${word(meant)}`
      const now = meant === undefined ? 'Take the approval back.' : `Did you mean ${meant}?`
      return warning('approvals', what, { now, run }, { file, server })
    })
}
