import kleur from 'kleur'
import type { LogDecision, LoggedEntry } from '../store/store.ts'
import { clock, isoTime, printable } from './print.ts'

/** An entry as `--json` prints it: keys that stay. */
export function entryFact(entry: LoggedEntry) {
  const { seq, number, at, server, session, tool, resources, decision, reason } = entry
  const { requestDigest, replyDigest, evidence = null, digest } = entry
  const head = { seq, number, at, time: isoTime(at), server, session, tool, resources, decision, reason }
  return { ...head, requestDigest, replyDigest, evidence, digest }
}

/** An entry on one line: `#12  2026-11-30 16:17:06  orders  refused    ship_order  order:7  why`. */
export function entryLine(entry: LoggedEntry, colour: boolean): string {
  const parts = [
    `#${entry.seq}`,
    clock(entry.at),
    printable(entry.server, 60),
    painted(entry.decision, colour),
    printable(entry.tool, 60),
    entry.resources.map(each => printable(each, 120)).join(', '),
    printable(entry.reason, 300),
  ]
  return `${parts
    .filter(each => each !== '')
    .join('  ')
    .trimEnd()}\n`
}

/** The decision, as wide as the widest. */
function painted(decision: LogDecision, colour: boolean): string {
  const word = decision.padEnd('forwarded'.length)
  const paint = paints[decision]
  if (!colour || paint === undefined) return word
  kleur.enabled = true
  return paint(word)
}

const paints: Partial<Record<LogDecision, (text: string) => string>> = {
  noted: kleur.yellow,
  held: kleur.yellow,
  refused: kleur.red,
  problem: kleur.magenta,
}
