import type { Shell } from './shell.ts'

/** How wide a line may be: that of the terminal, and without one as wide as it likes, for `grep`. */
export function widthOf({ stdout }: Shell): number {
  return stdout.isTTY === true ? Math.min(stdout.columns ?? 80, 110) : Number.POSITIVE_INFINITY
}

/**
 * A text whose lines are broken between words at `width` characters; what is carried over begins under the text of
 * its line, `hanging` characters further in. A word that is too long for a line is broken where the line ends.
 */
export function flowed(text: string, width: number, hanging = 2): string {
  return text
    .split('\n')
    .map(line => flowedLine(line, width, hanging))
    .join('\n')
}

function flowedLine(line: string, width: number, hanging: number): string {
  if (line.length <= width) return line
  const indent = /^ */.exec(line)?.[0] ?? ''
  const carried = `${indent}${' '.repeat(hanging)}`
  const lines: string[] = []
  const room = Math.max(10, width - carried.length)
  for (const word of line
    .slice(indent.length)
    .split(' ')
    .flatMap(each => pieces(each, room))) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(`${indent}${word}`)
    else if (last.length + 1 + word.length > width) lines.push(`${carried}${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}

function pieces(word: string, length: number): string[] {
  return word.length <= length ? [word] : (word.match(new RegExp(`.{1,${length}}`, 'gu')) ?? [])
}

/** A text in at most `width` characters, its middle left out: both ends of a command say most. */
export function shortened(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text
  const head = Math.ceil((width - 1) / 2)
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (width - 1 - head)).join('')}`
}
