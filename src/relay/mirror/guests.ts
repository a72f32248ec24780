import type { Line } from '../frames.ts'
import type { HeldRequest } from '../held.ts'
import type { Hello, Intercept } from '../intercept.ts'
import type { Questions } from './questions.ts'

/** One host's session with the remote server, or all hosts that have none. */
export interface Guest {
  readonly intercept: Promise<Intercept | undefined>
  readonly toServer: Questions<Record<string, string>>
  readonly toHost: Questions<(line: Line) => void>
  /** Its calls that are looked at, by their ids. */
  readonly held: Map<string, HeldCall>
  hello: Hello
}

/** A call in the hands of the intercept. */
export interface HeldCall {
  readonly request: HeldRequest
  wasSent(): boolean
}

/** The sessions that were seen. The server keeps them; we only remember who they are, and forget the oldest. */
export interface Guests {
  /** The guest of a session; undefined names the hosts without one. */
  of(session: string | undefined): Guest
  /** A session has begun. */
  begin(session: string, hello: Hello): void
  forget(session: string): void
  all(): Iterable<Guest>
}

export function createGuests(make: (answers: 'one host' | 'many hosts') => Guest, most: number): Guests {
  const sessions = new Map<string, Guest>()
  let others: Guest | undefined
  const remember = (session: string) => {
    const guest = sessions.get(session) ?? make('one host')
    sessions.delete(session)
    sessions.set(session, guest)
    const [oldest] = sessions.keys()
    if (sessions.size > most && oldest !== undefined) sessions.delete(oldest)
    return guest
  }
  return {
    of(session) {
      if (session !== undefined) return remember(session)
      others ??= make('many hosts')
      return others
    },
    begin(session, hello) {
      remember(session).hello = hello
    },
    forget: session => void sessions.delete(session),
    *all() {
      yield* sessions.values()
      if (others) yield others
    },
  }
}
