import type { Problem } from '../problem.ts'

/** How bad it is: `problem` keeps something from working, `warning` may, or surprises. */
export type Level = 'ok' | 'warning' | 'problem'

/** What was looked at. */
export type Check =
  | 'node'
  | 'sqlite'
  | 'environment'
  | 'config'
  | 'wrap'
  | 'version'
  | 'launcher'
  | 'start'
  | 'tools'
  | 'speed'
  | 'adapter'
  | 'modes'
  | 'approvals'
  | 'database'
  | 'log'
  | 'disk'
  | 'rights'

/** One thing that was found: a sentence, and what mends it. */
export interface Finding {
  readonly check: Check
  readonly level: Level
  /** Absolute: the config, the adapter, the database or the folder that it is about. */
  readonly file: string | null
  readonly server: string | null
  readonly what: string
  /** What to do, as a sentence; null where there is nothing to do. */
  readonly now: string | null
  /** The command that does it, where one does. */
  readonly run: string | null
}

/** What a finding is about. */
export type About = Partial<Pick<Finding, 'file' | 'server'>>

/** What to do about a finding. */
export interface Mend {
  readonly now: string
  readonly run?: string
}

/** All is well. */
export function ok(check: Check, what: string, about: About = {}): Finding {
  return { check, level: 'ok', file: null, server: null, ...about, what, now: null, run: null }
}

/** Something works and may surprise. */
export function warning(check: Check, what: string, { now, run }: Mend, about: About = {}): Finding {
  return { check, level: 'warning', file: null, server: null, ...about, what, now, run: run ?? null }
}

/** Something is broken. */
export function broken(check: Check, what: string, mend: Mend, about: About = {}): Finding {
  return { ...warning(check, what, mend, about), level: 'problem' }
}

/** A Problem as a finding, in its own words. */
export function fromProblem(
  check: Check,
  level: 'warning' | 'problem',
  problem: Problem,
  about: About = {},
): Finding {
  return { ...warning(check, problem.message, { now: problem.now }, about), level }
}

/** A name as a word of a command line. */
export function word(name: string): string {
  return /^[\w.@:/-]+$/.test(name) && !name.startsWith('-') ? name : `'${name.replaceAll("'", `'\\''`)}'`
}
