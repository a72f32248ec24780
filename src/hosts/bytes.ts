import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { Problem, reasonOf } from '../problem.ts'

/** A file as it lies on disk, and its text without the byte order mark. */
export interface Content {
  readonly bytes: Buffer
  readonly text: string
  readonly mark: string
  /** Nobody has the right to write it: somebody meant that. */
  readonly isProtected?: true
}

/**
 * Reads a config file. Throws a Problem where it cannot be edited safely: `config-folder`, `config-odd`, `config-link`,
 * `config-loop`, `config-encoding`, `config-unreadable`.
 */
export function readContent(path: string): Content {
  const { bytes, mode } = fileAt(path)
  const text = textOf(bytes, path)
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const isProtected = (mode & 0o222) === 0
  return { bytes, text: text.slice(mark.length), mark, ...(isProtected ? { isProtected } : {}) }
}

function fileAt(file: string): { bytes: Buffer; mode: number } {
  try {
    const found = statSync(file)
    checkKind(file, found)
    return { bytes: readFileSync(file), mode: found.mode }
  } catch (error) {
    if (error instanceof Problem) throw error
    if ((error as NodeJS.ErrnoException).code === 'ELOOP')
      throw new Problem('config-loop', { file }, { cause: error })
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Problem('config-link', { file })
    throw new Problem('config-unreadable', { file, reason: reasonOf(error) }, { cause: error })
  }
}

/** Whoever reads a pipe waits for somebody who writes into it. */
function checkKind(file: string, found: Stats): void {
  if (found.isDirectory()) throw new Problem('config-folder', { file })
  if (!found.isFile()) throw new Problem('config-odd', { file })
}

function textOf(bytes: Buffer, file: string): string {
  const encoding = otherEncoding(bytes)
  if (encoding !== undefined) throw new Problem('config-encoding', { file, encoding })
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new Problem('config-encoding', { file, encoding: 'not UTF-8' }, { cause: error })
  }
}

/** UTF-16 and UTF-32 betray themselves by their mark, or by zero bytes, which JSON never holds. */
function otherEncoding(bytes: Buffer): string | undefined {
  const mark = bytes.subarray(0, 2).toString('hex')
  const zero = bytes.subarray(0, 4).indexOf(0)
  if (mark === 'fffe' || mark === 'feff' || zero !== -1) return 'UTF-16'
  return undefined
}
