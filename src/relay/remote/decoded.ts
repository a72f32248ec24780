import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import type { Response } from './http.ts'

/**
 * Headers and body as if the server had not compressed it. Nobody asks for that, since it would hold events back; some
 * servers do it all the same.
 */
export function decoded(answer: IncomingMessage): Pick<Response, 'headers' | 'body'> {
  const { 'content-encoding': coding = '', 'content-length': _, ...headers } = answer.headers
  const decoder = decoderOf(coding.toLowerCase())
  if (!decoder) return { headers: answer.headers, body: answer }
  return { headers, body: pipeline(answer, decoder, () => undefined) }
}

function decoderOf(coding: string) {
  if (coding === 'br') return createBrotliDecompress()
  return /^(?:x-)?gzip$|^deflate$/.test(coding) ? createUnzip() : undefined
}
