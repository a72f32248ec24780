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
  /** The command line that starts it, from the folder of its package. */
  program(installed: string): readonly [string, ...string[]]
  /** What it needs to keep to its own home and to the model, beside `HOME` and `PATH`. */
  env(place: Pick<Place, 'home' | 'model'>): Readonly<Record<string, string>>
  /** How it is started to do one task alone, without asking anybody. */
  start(place: Place): HostStart
  /** How its user keeps servers with it. */
  readonly servers: Servers
}

/** The host's own commands about servers, and where it writes what it is told. */
export interface Servers {
  file(place: Pick<Place, 'home' | 'project'>): string
  add(name: string, server: Place['server']): readonly string[]
  readonly list: readonly string[]
  /** What its list says of a server that it started. A host without this starts none for a list. */
  readonly connected?: RegExp
  /** It sets blank lines between servers while one of them has variables, and ours have. */
  readonly spreads?: true
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
  readonly args: readonly string[]
  /** Files that are there before it starts, by their whole path. */
  readonly files: Readonly<Record<string, string>>
}
