import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './read.ts'
import { writeFileAtOnce } from './write.ts'

/** A file with what is to stand in it. */
export interface Change {
  readonly config: Config
  readonly bytes: Buffer
}

/** Does a plan change anything? */
export function isChange({ config, bytes }: Change): boolean {
  return !config.bytes.equals(bytes)
}

/** Writes the change of a file. Throws the Problem `file-changed` where it no longer holds what the plan was made from. */
export async function apply({ config, bytes }: Change): Promise<void> {
  await writeFileAtOnce({ path: config.path, bytes, expected: config.bytes })
}

/**
 * Is what was written still there after a moment? A host that keeps its file in memory may have written its own
 * over it.
 */
export async function stands({ config, bytes }: Change, afterMs = 1000): Promise<boolean> {
  await pause(afterMs)
  const now = await readFile(config.path).catch(() => undefined)
  return now?.equals(bytes) === true
}
