import { at } from '../json.ts'
import type { Answer, Ask } from './intercept.ts'
import type { Message } from './message.ts'

/** Questions of our own to one side, told apart from everybody else's by their ids. */
export interface Asks {
  readonly ask: Ask
  /** Takes an answer that is for us, also one that comes too late. False: it is for somebody else. */
  take(answer: Message): boolean
  /** Is this notification about a question of ours (its progress, its cancelling)? */
  concerns(notification: Message): boolean
  /** Every question was answered, also those that were given up. */
  isIdle(): boolean
  /** The other side is gone: every question ends as `gone`, and so does every later one. */
  end(): void
}

/**
 * Questions sent through `send`, which gives false where nobody is there to read them.
 * Ids are strings with a random prefix made once per process; only an id that was really given out is ours, so an
 * id of the host's that happens to look like it stays the host's.
 */
export function createAsks(send: (message: object) => boolean): Asks {
  const open = new Map<number, (answer: Answer) => void>()
  let last = 0
  /** Those that were given up are among them: their answers may still come. */
  const unanswered = new Set<number>()
  let ended = false

  const ask: Ask = (method, params, { signal, timeoutMs = patience } = {}) => {
    if (ended) return Promise.resolve({ kind: 'gone' })
    if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' })
    const number = ++last
    unanswered.add(number)
    return new Promise(resolve => {
      const giveUp = (kind: 'cancelled' | 'timeout') => {
        send({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: idOf(number), reason: kind },
        })
        settle({ kind })
      }
      const onAbort = () => giveUp('cancelled')
      const timer = setTimeout(giveUp, timeoutMs, 'timeout')
      const settle = (answer: Answer) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        open.delete(number)
        resolve(answer)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      open.set(number, settle)
      if (!send({ jsonrpc: '2.0', id: idOf(number), method, params })) settle({ kind: 'gone' })
    })
  }

  /** The number of a question that we asked, or undefined where the id is not ours. */
  const numberOf = (id: unknown): number | undefined => {
    if (typeof id !== 'string' || !id.startsWith(prefix)) return undefined
    const number = Number(id.slice(prefix.length))
    return idOf(number) === id && number >= 1 && number <= last ? number : undefined
  }

  return {
    ask,
    take(answer) {
      const number = answer.id?.key.includes(prefix) ? numberOf(JSON.parse(answer.id.key)) : undefined
      if (number === undefined) return false
      unanswered.delete(number)
      open.get(number)?.({ kind: 'answer', message: answer })
      return true
    },
    concerns(notification) {
      const path = subjectOf.get(notification.method ?? '')
      return path !== undefined && numberOf(at(notification.value(), path)) !== undefined
    },
    isIdle: () => unanswered.size === 0,
    end() {
      ended = true
      for (const settle of [...open.values()]) settle({ kind: 'gone' })
    },
  }
}

/** Which parameter of a notification names the request that it is about. */
const subjectOf = new Map([
  ['notifications/progress', 'params.progressToken'],
  ['notifications/cancelled', 'params.requestId'],
])

/** Milliseconds that a question may take where its asker says nothing: it must not hang for ever. */
const patience = 30_000

const prefix = `mcpgraphy:${Math.floor(Math.random() * 2 ** 32)
  .toString(16)
  .padStart(8, '0')}:`

function idOf(number: number): string {
  return `${prefix}${number}`
}
