import kleur from 'kleur'
import { maskedWords } from '../hosts/mask.ts'
import type { Mode } from '../project/modes.ts'
import { printable } from './print.ts'
import type { Shell } from './shell.ts'

/** What each mode means for the user's agent, in a few words. */
export const modeWords: Record<Mode, string> = {
  pass: 'every call goes through, and nothing is learned',
  observe: 'every call goes through; mcpgraphy learns and says nothing',
  warn: 'every call goes through',
  block: 'a call that is known to fail is refused, and one that destroys waits for you',
}

/** A command line as one would type it, with secrets veiled. */
export function commandInWords(words: readonly string[]): string {
  return maskedWords(words)
    .map(word => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word)))
    .map(word => printable(word))
    .join(' ')
}

/** Emphasis on a terminal, plain text elsewhere. */
export function inkOf(shell: Shell): {
  name: (text: string) => string
  quiet: (text: string) => string
  good: (text: string) => string
} {
  if (!shell.colour) return { name: same, quiet: same, good: same }
  return { name: kleur.bold, quiet: kleur.gray, good: kleur.green }
}

function same(text: string): string {
  return text
}

/** `1 server`, `2 servers`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
