import type { Line } from '../frames.ts'
import { answerJson } from '../listen/answers.ts'
import { flat } from '../listen/flat.ts'
import type { Visit } from '../listen/visit.ts'
import type { Message } from '../message.ts'
import type { Response } from '../remote/http.ts'
import { type RawEvent, withData } from './cut-events.ts'
import type { Output } from './output.ts'
import { headersForHost } from './pass.ts'

/** Where the answer to a held request is put: in the server's response, or in one of our own. */
export type Place =
  | { readonly kind: 'alone' }
  | { readonly kind: 'event'; readonly event: RawEvent; readonly answer: Message }
  | { readonly kind: 'body'; readonly response: Response; readonly answer: Message }

/** Puts an answer where it belongs. The server's own answer leaves as the bytes that came. */
export async function putAnswer(place: Place, line: Line, visit: Visit, output: Output): Promise<void> {
  if (place.kind === 'event') {
    const isAsItCame = line === place.answer.line
    return output.write(isAsItCame ? place.event.bytes : withData(place.event, flat(line)))
  }
  if (output.hasBegun()) {
    await output.event(line)
    return output.end()
  }
  if (place.kind === 'alone') return answerJson(visit.response, line, visit.headers)
  if (line === place.answer.line) return writeBody(line, place.response, visit)
  const { 'content-length': _, 'content-type': __, ...headers } = headersForHost(place.response)
  answerJson(visit.response, line, { ...headers, ...visit.headers }, place.response.status)
}

/** Writes a body as it came. */
export function writeBody(
  body: readonly Buffer[],
  response: Response,
  { response: to, headers }: Visit,
): void {
  to.writeHead(response.status, { ...headersForHost(response), ...headers })
  for (const piece of body) to.write(piece)
  to.end()
}
