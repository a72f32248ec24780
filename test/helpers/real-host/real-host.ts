import type { Dialect } from '../model/dialect.ts'

/** A real host from npm that lets one say where its model is. */
export interface RealHost {
  readonly name: string
  /** Its package on npm, and the version that was looked at. */
  readonly package: string
  readonly version: string
  readonly dialect: Dialect
  /** What its model is shown of a result that holds both text and structured content, and of a failure that does. */
  readonly shows: Form
  readonly showsOfFailure: Form
  /** Does it say no by itself to a question for the user, where it runs alone and nobody can be asked? */
  readonly saysNo: boolean
  /** How it is started to do one task alone, without asking anybody. */
  start(place: Place): HostStart
}

export type Form = 'text' | 'structure' | 'both'

/** What stands around one run of a host. */
export interface Place {
  /** The folder of its package. */
  readonly installed: string
  /** A home of its own, and the project in it. */
  readonly home: string
  readonly project: string
  /** Where its model is. */
  readonly model: string
  /** The command line of the server that it is to start, which it knows as “files”. */
  readonly server: readonly [string, ...string[]]
}

export interface HostStart {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Files that are there before it starts, by their whole path. */
  readonly files: Readonly<Record<string, string>>
}
