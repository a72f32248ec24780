import { Problem } from '../problem.ts'

/** What was given wrong on the command line of a proxy. */
export function wrong(what: string, now = 'See mcpgraphy proxy --help.'): Problem {
  return new Problem('usage', { what, now })
}

/** A whole number from 1 on. Throws Problem `usage` for anything else. */
export function count(flag: string, value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw wrong(`${flag} takes a whole number from 1 on, not “${value}”`)
  return Number(value)
}
