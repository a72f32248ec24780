import type { ServerResponse } from 'node:http'
import type { Line } from '../frames.ts'
import { answerJson } from './answers.ts'
import { type EventOptions, type EventStream, openEvents } from './events.ts'

/** What a POST is answered with: one message as JSON, or a stream of them that ends with the answer. */
export interface Reply {
  /** Sends a message that comes before the answer. */
  send(line: Line): void
  /** Sends the answer; one of several, where more are to come. */
  answer(line: Line, isLast: boolean): void
  isFull(): boolean
  /** The host still waits for it. */
  isOpen(): boolean
}

export interface ReplyOptions extends EventOptions {
  /** The status of an answer that comes alone, 200 where it is left out. */
  readonly statusOf?: (answer: Line) => number
  /** The host has hung up before it got the last answer. */
  readonly onGone?: () => void
}

/** Waits with the choice between JSON and a stream until the first message comes, or nothing for too long. */
export function createReply(response: ServerResponse, options: ReplyOptions): Reply {
  let stream: EventStream | undefined
  let isOver = false
  const streaming = () => {
    clearTimeout(silent)
    stream ??= openEvents(response, options)
    return stream
  }
  const silent = setTimeout(streaming, options.limits.silence).unref()
  response.once('close', () => {
    clearTimeout(silent)
    if (!isOver) options.onGone?.()
    isOver = true
    options.onRoom()
  })
  return {
    send(line) {
      if (!isOver) streaming().write(line)
    },
    answer(line, isLast) {
      if (isOver) return
      isOver = isLast
      clearTimeout(silent)
      if (isLast && !stream)
        return answerJson(response, line, options.headers, options.statusOf?.(line) ?? 200)
      streaming().write(line)
      if (isLast) streaming().end()
    },
    isFull: () => stream?.isFull() ?? false,
    isOpen: () => !isOver,
  }
}
