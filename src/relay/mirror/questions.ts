import { at } from '../../json.ts'
import { createAsks } from '../asks.ts'
import type { Ask } from '../intercept.ts'
import { type Message, messageOf } from '../message.ts'

/** Questions of our own, each of which belongs to a request of a host and goes the way of that request. */
export interface Questions<Way> {
  /** Asks along a way. */
  along(way: Way): Ask
  /** Takes an answer that is for us. */
  take(answer: Message): boolean
}

/** `send` sends a question, or the notification that one is given up, along its way. */
export function createQuestions<Way>(send: (message: Message, way: Way) => void): Questions<Way> {
  const ways = new Map<unknown, Way>()
  let current: Way | undefined
  const { ask, take } = createAsks(value => {
    const message = messageOf(value)
    const id = at(message.value(), message.kind === 'request' ? 'id' : 'params.requestId')
    if (message.kind === 'request' && current !== undefined) ways.set(id, current)
    const way = ways.get(id)
    if (message.kind !== 'request') ways.delete(id)
    if (way === undefined) return false
    send(message, way)
    return true
  })
  return {
    along: way => (method, params, options) => {
      current = way
      return ask(method, params, options)
    },
    take(answer) {
      ways.delete(at(answer.value(), 'id'))
      return take(answer)
    },
  }
}
