import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Problem, reasonOf } from '../problem.ts'
import type { Lived } from './replay.ts'
import { livedFrom } from './trace.ts'

/** The calls of a trace file, plain or gzipped, in their order. Throws `trace-unreadable` or `trace-invalid`. */
export async function readTrace(file: string): Promise<Lived[]> {
  const bytes = await unpacked(file).catch(error => {
    throw new Problem('trace-unreadable', { file, reason: reasonOf(error) }, { cause: error })
  })
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((text, index) => (text.trim() === '' ? [] : [livedFrom(text, index + 1, file)]))
}

/** Gzipped or not is told by the first two bytes, whatever the file is called. */
async function unpacked(file: string): Promise<Buffer> {
  const bytes = await readFile(file)
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? await promisify(gunzip)(bytes) : bytes
}
