import type { Decision } from '../advice/decide.ts'
import type { Finding } from '../advice/findings.ts'
import { nameOf } from '../advice/hints.ts'
import type { Offer } from '../advice/offers.ts'
import { clean, findingInWords } from '../advice/words.ts'
import type { Denial } from './approvals.ts'

/** Most tools named as what would work instead. */
const mostInstead = 4

type Note = Extract<Decision, { kind: 'note' }>

/** The notes that go with a call that was let through although something is against it: one of a kind, each a line. */
export function notesFor(tool: string, { finding, also, retest }: Note, hasAdapter: boolean): string[] {
  const findings = [finding, also].filter(each => each !== undefined)
  return findings.map(each => noteFor(tool, each, hasAdapter, retest === true && each === finding))
}

function noteFor(tool: string, finding: Finding, hasAdapter: boolean, retest: boolean): string {
  const more =
    hasAdapter || finding.rule === 'schema'
      ? ''
      : ' (without an adapter no state is known: mcpgraphy adapter init tells more)'
  const through = retest ? ' It was let through this once, to see whether that still holds.' : ''
  return `mcpgraphy note: ${clean(tool, 80)} was ${findingInWords(finding)}${more}.${through}`
}

/** What the agent is told instead of the server's answer when a call is refused. */
export function refusalFor(server: string, tool: string, finding: Finding, offers: readonly Offer[]): string {
  const works = offers.filter(each => each.status === 'CANDIDATE' && each.effect !== 'READ_ONLY')
  const asks = offers.filter(each => each.status === 'CANDIDATE_REQUIRES_APPROVAL')
  const instead = [...works.map(nameOf), ...asks.map(each => `${nameOf(each)} (needs approval)`)].slice(
    0,
    mostInstead,
  )
  return [
    `mcpgraphy refused ${clean(tool, 80)}: ${findingInWords(finding)}.`,
    'The call was not sent to the server.',
    instead.length > 0
      ? `Known to work from here: ${instead.join('; ')}.`
      : 'Nothing else is known yet that works from here: read the resource again, or change what it names.',
    `If that has changed, the user can have it tried again: mcpgraphy retest ${word(server)} ${word(tool)}`,
  ].join('\n')
}

/** What the agent is told when a call waits for a person, or when the person said no. */
export function holdFor(server: string, tool: string, effect: string, verdict: Denial | undefined): string {
  if (verdict === 'refused') {
    return `mcpgraphy held ${clean(tool, 80)}: the user was asked and said no. The call was not sent to the server. Do not retry it.`
  }
  const why = effect === 'DESTRUCTIVE' ? 'it can destroy what it touches' : 'its adapter asks for an approval'
  const asked = verdict === undefined ? 'nobody has approved it' : unapproved[verdict]
  return [
    `mcpgraphy held ${clean(tool, 80)}: ${why}, and ${asked}. The call was not sent to the server.`,
    `Do not retry it. Ask the user, who can allow it with: mcpgraphy mode ${word(server)} --approve ${word(tool)}`,
  ].join('\n')
}

/** What became of the question, where nobody said a plain no. */
const unapproved = {
  declined: 'the host declined for the user when asked',
  unanswered: 'the user was asked and did not answer',
} as const

/** A word for a command line that is shown: quoted where a shell would take it apart. */
function word(text: string): string {
  const shown = clean(text, 120)
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`
}
