import { inWords } from '../graph/explanation.ts'
import { inBrackets } from '../graph/state.ts'
import type { Finding } from './findings.ts'

/**
 * Text that came from a server, fit to be shown again: one line, no control characters, no markup that a terminal,
 * a page or a model could take for ours, cut to `most` UTF-16 units.
 */
export function clean(text: string, most = 160): string {
  const line = text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/</g, '‹')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}

/** What the evidence has against a call, in its own words: `observed to fail from state [exists=false] (2 observations): ENOENT`. */
export function findingInWords(finding: Finding): string {
  const what = clean(finding.failureClass)
  const always = alwaysInWords(finding)
  const state = stateInWords(finding)
  const seen = `(${observations(finding.from?.observations ?? finding.failures)})`
  switch (finding.rule) {
    case 'mixed':
      return `observed to work and to fail${state} (failed ${times(finding.from?.observations ?? 1)}): ${what}; something that cannot be seen decides`
    case 'schema':
      return `called against its schema: ${clean(finding.failureClass, 300)}${finding.failures > 0 ? `; the server rejected that before (${observations(finding.failures)})` : ''}`
    case 'repeat':
      return `observed to fail${state} ${seen}: ${what}; exactly this call failed before`
    case 'transfer':
      return `not tried enough to know, but other tools failed whenever ${always} (${observations(finding.failures)}): ${what}`
    case 'class':
    case 'named':
      return finding.from === undefined
        ? `observed to fail whenever ${always} (${observations(finding.failures)}, ${successes(finding.successes)} so): ${what}`
        : `observed to fail${state} ${seen}: ${what}${always === '' ? '' : `; always while ${always}`}`
  }
}

function alwaysInWords({ explanations }: Finding): string {
  return explanations
    .slice(0, 2)
    .map(each => clean(inWords(each)))
    .join(' and ')
}

/** From which state, and of which of the resources where they play parts. */
function stateInWords({ from }: Finding): string {
  if (from === undefined) return ''
  const part = from.role === from.resourceClass ? '' : ` of its ${clean(from.role, 40)}`
  return ` from state ${clean(inBrackets(from.state))}${part}`
}

function observations(count: number): string {
  return `${count} ${count === 1 ? 'observation' : 'observations'}`
}

function successes(count: number): string {
  return count === 0 ? 'no success yet' : `none of ${count} ${count === 1 ? 'success' : 'successes'}`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
