import type { Drafted } from './drafting.ts'
import { printable } from './print.ts'

/** What the drafts say, for people: what is sure, and what to look at. */
export function draftsInWords(drafts: readonly Drafted[]): string {
  return drafts.map(each => `  ${printable(each.server)}: ${inWords(each)}\n`).join('')
}

function inWords(drafted: Drafted): string {
  if (drafted.kind === 'bundled')
    return `the adapter "${drafted.name}" that comes with mcpgraphy fits its tools`
  if (drafted.kind === 'none')
    return `no adapter (${printable(drafted.why)}); without one only repeated calls are noticed`
  const doubts = drafted.notes.filter(note => note.confidence === 'unsure')
  const lines = doubts.map(note => `\n    not sure: ${printable(note.path)}: ${printable(note.why)}`)
  return `an adapter was drafted; look at it and try it: mcpgraphy adapter check ${printable(drafted.server)}${lines.join('')}`
}
