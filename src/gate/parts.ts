import type { Adapter } from '../adapter/adapter.ts'
import type { Catalogue } from './catalogue.ts'
import type { Memory } from './memory.ts'
import type { Observer } from './observe.ts'
import type { Crossing } from './overlap.ts'
import type { Policy } from './policy.ts'

/** An adapter, and the eyes that it gives. */
export interface Known {
  readonly adapter: Adapter
  readonly observer: Observer
}

/** What the gate of one server works with. */
export interface GateParts {
  readonly server: string
  readonly session: string
  readonly policy: Policy
  readonly catalogue: Catalogue
  /** The adapter as it is now: one that ships with us is found only when the server has listed its tools. */
  known(): Known | undefined
  /** undefined: nothing can be kept, so nothing is learned and nothing refused; what needs an approval still waits. */
  readonly memory: Memory | undefined
  /** Who is under way on which resource, where several gates stand before the same things; else the gate's own. */
  readonly crossing?: Crossing
  /** A gate before many hosts keeps no line back because another host has read it. One host where left out. */
  readonly answers?: 'one host' | 'many hosts'
  /** Milliseconds since 1970. */
  now(): number
  /** The server has listed its tools, and the catalogue holds them. */
  listed(): Promise<void>
  /** Something of ours failed; the call goes on. */
  tell(problem: unknown): void
}
