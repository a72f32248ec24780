import { type Message, readMessage } from '../message.ts'
import { eventsOf } from '../remote/event-stream.ts'
import type { Response } from '../remote/http.ts'

/** The longest answer to `initialize` that is looked at. */
const longest = 1_000_000

/** Reads along while a response passes: the answer to a request, or undefined where there is none. Never rejects. */
export async function helloIn({ body, type }: Response, { id }: Message): Promise<Message | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  body.on('data', (piece: Buffer) => {
    size += piece.length
    if (size <= longest) pieces.push(piece)
  })
  await new Promise(resolve => body.once('close', resolve))
  const lines = type === 'text/event-stream' ? await dataOf(pieces) : [pieces]
  return lines.map(readMessage).find(each => each.kind === 'answer' && each.id?.key === id?.key)
}

async function dataOf(pieces: readonly Buffer[]): Promise<(readonly Buffer[])[]> {
  const found: (readonly Buffer[])[] = []
  const each = async function* () {
    yield* pieces
  }
  for await (const { data } of eventsOf(each())) if (data) found.push(data)
  return found
}
