import { randomBytes } from 'node:crypto'
import type { Conversation } from './conversation.ts'
import type { Limits } from './limits.ts'

/** One host's session (revisions up to 2025-11-25). */
export interface Session {
  readonly id: string
  readonly conversation: Conversation
}

/** The sessions of a listener. */
export interface Sessions {
  /** Begins one; undefined where there are as many as there may be. */
  begin(): Session | undefined
  /** The session of this id, used now. */
  find(id: string): Session | undefined
  /** Ends one: from now on its id is unknown. */
  end(session: Session): void
  /** Ends all; resolves once every server has ended. */
  endAll(signal?: NodeJS.Signals): Promise<void>
}

/** A session ends with its server, and when it was not used for a while. */
export function createSessions(
  converse: () => Conversation,
  limits: Pick<Limits, 'sessions' | 'idle'>,
): Sessions {
  const sessions = new Map<string, Session & { readonly idle: NodeJS.Timeout }>()
  const conversations = new Set<Conversation>()

  const end = ({ id, conversation }: Session) => {
    clearTimeout(sessions.get(id)?.idle)
    sessions.delete(id)
    conversation.end()
  }
  return {
    begin() {
      if (conversations.size >= limits.sessions) return undefined
      const conversation = converse()
      const id = randomBytes(16).toString('hex')
      const idle = setTimeout(() => {
        if (conversation.isInUse()) idle.refresh()
        else end(session)
      }, limits.idle).unref()
      const session = { id, conversation, idle }
      sessions.set(id, session)
      conversations.add(conversation)
      conversation.ended.then(() => {
        end(session)
        conversations.delete(conversation)
      })
      return session
    },
    find(id) {
      const session = sessions.get(id)
      session?.idle.refresh()
      return session
    },
    end,
    async endAll(signal) {
      sessions.clear()
      for (const each of conversations) each.end(signal)
      await Promise.all([...conversations].map(each => each.ended))
    },
  }
}
