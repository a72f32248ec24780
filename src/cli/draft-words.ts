import type { DraftNote } from '../adapter/draft/notes.ts'
import type { Drafted } from './drafting.ts'
import { flowed } from './flowed.ts'
import { printable, printableName } from './print.ts'

/** What the drafts say, for people: what is sure, what is likely, and what to look at. */
export function draftsInWords(drafts: readonly Drafted[], width = Number.POSITIVE_INFINITY): string {
  return flowed(drafts.map(each => `  ${printableName(each.server)}: ${inWords(each)}\n`).join(''), width)
}

function inWords(drafted: Drafted): string {
  if (drafted.kind === 'bundled') return bundledInWords(drafted)
  if (drafted.kind === 'reads') return 'only reads, so there is no state to learn: it is left in peace'
  if (drafted.kind === 'none')
    return `no adapter: ${printable(drafted.why)} Without one only exact repeats are noticed.`
  const server = printable(drafted.server)
  return [
    'an adapter was drafted',
    ...drafted.notes.filter(isTelling).map(noteInWords),
    ...named(drafted.notes, 'approval_required.', 'waits for you in block mode'),
    ...named(drafted.notes, 'effect_classes.', 'not sure what these do'),
    `look at it, and try it: mcpgraphy adapter check ${server} --live --resource ID`,
  ].join('\n    ')
}

function bundledInWords({
  name,
  observes,
  leftOut,
  onlyReads,
}: Extract<Drafted, { kind: 'bundled' }>): string {
  if (onlyReads) return `only reads, so there is no state to learn (known as "${name}"): it is left in peace`
  const sees =
    observes.length > 0 ? `it reads ${observes.join(', ')}` : 'none of its resources can be read back'
  const without =
    leftOut.length > 0 ? `; left out, since their reading tools are not listed: ${leftOut.join(', ')}` : ''
  return `the adapter "${name}" that comes with mcpgraphy fits its tools: ${sees}${without}`
}

/** How absence is told is a guess in every draft; what is said of tools is said of all at once. */
function isTelling({ path }: DraftNote): boolean {
  return path.startsWith('resources') && !path.endsWith('.missing')
}

const confidence = { sure: 'sure', likely: 'likely', unsure: 'not sure' }

function noteInWords(note: DraftNote): string {
  return `${confidence[note.confidence].padEnd(8)}  ${printable(note.path)}: ${printable(note.why)}`
}

function named(notes: readonly DraftNote[], start: string, says: string): string[] {
  const tools = notes.filter(({ path }) => path.startsWith(start)).map(({ path }) => path.slice(start.length))
  return tools.length === 0 ? [] : [`${says}: ${tools.map(tool => printable(tool, 60)).join(', ')}`]
}
