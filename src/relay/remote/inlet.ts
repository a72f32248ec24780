import { Writable } from 'node:stream'
import { createFrames } from '../frames.ts'
import { type Message, readMessage } from '../message.ts'
import { sendBatch } from './batch.ts'
import { exchange } from './exchange.ts'
import { notify } from './notify.ts'
import type { Remote } from './remote.ts'

/**
 * Where the host's lines go in. They are sent in their order, as far as one must have left before the next. When the
 * host has said all and has every answer, `end` is called.
 */
export function createInlet(remote: Remote, end: () => Promise<void>): Writable {
  const queue: Message[] = []
  const frames = createFrames(line => queue.push(readMessage(line)))
  const flush = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await dispatch(remote, next)
  }
  const inlet = new Writable({
    write(chunk: Buffer, _, done) {
      frames.push(chunk)
      flush().then(() => done(), done)
    },
    final(done) {
      frames.end()
      flush()
        .then(() => whenAnswered(remote))
        .then(end)
        .then(() => done(), done)
    },
  })
  return inlet.on('error', () => undefined)
}

/** Sends a message on its way; resolves when the next may follow. */
function dispatch(remote: Remote, message: Message): Promise<void> {
  if (message.kind === 'notification' || message.kind === 'answer') return notify(remote, message)
  if (message.kind === 'other')
    return message.bytes().toString('latin1').trim() === '' ? Promise.resolve() : sendBatch(remote, message)
  return new Promise(resolve => {
    const isFirst = message.method === 'initialize'
    const isLong = message.line.reduce((size, piece) => size + piece.length, 0) > longRequest
    const go = () => resolve()
    const progress = {
      left: isLong && !isFirst ? go : () => undefined,
      taken: isFirst ? go : () => undefined,
    }
    void exchange(remote, message, progress)
    if (!isFirst && !isLong) resolve()
  })
}

/** From so many bytes on the next waits until a request has left, so that memory stays bounded. */
const longRequest = 1 << 16

/** A subscription has no end of its own. */
async function whenAnswered({ open }: Remote): Promise<void> {
  const awaited = open.all().filter(({ message }) => message.method !== 'subscriptions/listen')
  await Promise.all(awaited.map(({ closed }) => closed))
}
