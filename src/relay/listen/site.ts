import type { Writable } from 'node:stream'
import type { Intercept } from '../intercept.ts'
import { type Behind, startRelay } from '../relay.ts'
import { startServer } from '../stdio.ts'
import { createBodies } from './body.ts'
import { type Conversation, type ConversationOptions, createConversation } from './conversation.ts'
import type { Limits } from './limits.ts'
import { createSessions } from './sessions.ts'
import { shareServer } from './share.ts'
import { createStateless } from './stateless.ts'
import { messagesOf, type Visit } from './visit.ts'
import { createWithSession } from './with-session.ts'

/** What is served to those who were let in. */
export interface Site {
  post(visit: Visit): Promise<void>
  get(visit: Visit): void | Promise<void>
  remove(visit: Visit): void | Promise<void>
  /** Ends every server. */
  close(signal?: NodeJS.Signals): Promise<void>
}

export interface SiteOptions {
  /** What starts one more server, or gives one. */
  readonly behind: () => Behind
  /** The hosts that have sessions share one server, instead of one for each. */
  readonly share: boolean
  /** Where the servers' standard error goes, and lines of our own. */
  readonly errors: Writable
  /** What looks at the calls of one more host, or at those of the many that have no session. */
  readonly nextIntercept: (answers: 'one host' | 'many hosts') => Promise<Intercept | undefined>
  readonly limits: Limits
}

/**
 * A server that starts with a command, for several hosts of both eras. Those without sessions share a server of their
 * own: in one process a server speaks one era.
 */
export function createSite({ behind, share, errors, nextIntercept, limits }: SiteOptions): Site {
  const bodies = createBodies(limits)
  const start = () => {
    const next = behind()
    return 'server' in next ? next.server : startServer(next, errors)
  }
  const shareOne = () => shareServer(start, limits)
  const [withSessions, withoutSessions] = [shareOne(), shareOne()]
  const converse = (
    server: Behind,
    intercept: Promise<Intercept | undefined>,
    more?: Pick<ConversationOptions, 'isWanted'>,
  ): Conversation =>
    createConversation((host, signals) => startRelay({ ...server, host, errors, intercept, signals }), {
      limits,
      ...more,
    })
  const sessions = createSessions(
    () => converse(share ? { server: withSessions.connect() } : behind(), nextIntercept('one host')),
    limits,
  )
  let forMany: Promise<Intercept | undefined> | undefined
  const stateless = createStateless({
    converse(more) {
      forMany ??= nextIntercept('many hosts')
      return converse({ server: withoutSessions.connect() }, forMany, more)
    },
    onRefusedProbe: withoutSessions.endIfUnused,
    limits,
  })
  const { post, get, remove } = createWithSession(sessions, limits)
  return {
    async post(visit) {
      const posted = await messagesOf(visit, bodies)
      const [first] = posted?.messages ?? []
      if (!posted || !first) return
      const isStateless = !posted.isBatch && stateless.claims(first)
      await (isStateless ? stateless.post(visit, first) : post(visit, posted)).finally(posted.release)
    },
    get,
    remove,
    async close(signal) {
      await Promise.all([sessions.endAll(signal), stateless.endAll()])
      await Promise.all([withSessions.end(signal), withoutSessions.end(signal)])
    },
  }
}
