import type { Shell } from './shell.ts'

/**
 * A text from a server, a file or a name that we did not choose, fit for a terminal: one line without control
 * characters, escape sequences, or marks that reorder what is read, cut to `most` characters.
 */
export function printable(text: string, most = 200): string {
  const line = text
    .replace(escapeSequence, '')
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(invisible, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** A name for people; one of which nothing can be seen stands in quotes, with what is in it escaped. */
export function printableName(name: string, most = 200): string {
  const shown = printable(name, most)
  return shown === '' ? harmless(JSON.stringify(name)) : shown
}

/** A value as one JSON document, in which nothing can steer a terminal: escaped, it is the same value still. */
export function json(value: unknown): string {
  return `${harmless(JSON.stringify(value, null, 2))}\n`
}

/** A value as JSON on one line. */
export function jsonLine(value: unknown): string {
  return `${harmless(JSON.stringify(value))}\n`
}

/** JSON text in which characters that hide or turn text are spelt out. */
export function harmless(text: string): string {
  return text.replace(/[\u007f-\u009f\u2028\u2029]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Rows under a heading, in columns as wide as they need to be; numbers stand to the right. */
export function table(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = heading.map((title, at) =>
    Math.max(title.length, ...rows.map(row => String(row[at] ?? '').length)),
  )
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, at) =>
        isNumber(rows, at) ? String(cell).padStart(widths[at] ?? 0) : String(cell).padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return `${[heading, ...rows].map(line).join('\n')}\n`
}

function isNumber(rows: readonly (readonly (string | number)[])[], column: number): boolean {
  return rows.some(row => typeof row[column] === 'number')
}

/** A time in milliseconds since 1970 as a person reads it, in the zone of this machine: `2026-11-30 16:17:06`. */
export function clock(at: number): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return '?'
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}

/** A time for programs, or null where it is none. */
export function isoTime(at: number): string | null {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Writes a text to standard output. False when its reader has gone (`| head`), which is no error. */
export function print(shell: Shell, text: string): Promise<boolean> {
  return new Promise((done, failed) => {
    const gone = (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? done(false) : failed(error))
    shell.stdout.once('error', gone)
    shell.stdout.write(text, error => {
      if (error) return // the event follows
      shell.stdout.off('error', gone)
      done(true)
    })
  })
}

/** What begins with ESC, or with the one byte that stands for ESC and a bracket: colours, titles, moves. */
const escapeSequence =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g

/** Marks without width, and those that change the direction of what follows. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
