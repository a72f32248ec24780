import type { ServerResponse } from 'node:http'
import type { Line } from '../frames.ts'
import { flat } from './flat.ts'
import type { Limits } from './limits.ts'

/** Server-sent events to one host: one message each. */
export interface EventStream {
  /** Sends a message. A host that has not read what waits for it already is cut off instead. */
  write(line: Line): void
  end(): void
  /** More is written than the host has taken. */
  isFull(): boolean
  isOpen(): boolean
}

export interface EventOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly limits: Pick<Limits, 'unread' | 'stalled' | 'silence'>
  /** Called when the stream takes more again, and when it has closed. */
  readonly onRoom: () => void
}

/**
 * Begins a stream of events as the answer to a request. A comment is sent from time to time: programs between us
 * and the host, and its own library, take a silent stream for a dead one.
 */
export function openEvents(response: ServerResponse, { headers, limits, onRoom }: EventOptions): EventStream {
  response.writeHead(200, { ...headers, ...eventHeaders })
  response.flushHeaders()
  let stalling: NodeJS.Timeout | undefined
  const isOpen = () => response.writable && !response.destroyed
  const watch = () => {
    if (response.writableNeedDrain) stalling ??= setTimeout(() => response.destroy(), limits.stalled).unref()
  }
  const takesMore = () => {
    clearTimeout(stalling)
    stalling = undefined
    onRoom()
  }
  const beat = setInterval(() => {
    if (isOpen() && !response.writableNeedDrain) response.write(comment)
  }, limits.silence).unref()
  response.on('drain', takesMore).once('close', () => {
    clearInterval(beat)
    takesMore()
  })
  return {
    write(line) {
      if (!isOpen()) return
      if (response.writableLength > limits.unread) return void response.destroy()
      response.cork()
      response.write(begin)
      for (const piece of flat(line)) response.write(piece)
      response.write(end)
      response.uncork()
      watch()
    },
    end: () => void (isOpen() && response.end()),
    isFull: () => isOpen() && response.writableNeedDrain,
    isOpen,
  }
}

const eventHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}
const begin = 'event: message\ndata: '
const end = '\n\n'
const comment = ':\n\n'
