import { projectAdapterFiles } from './adapters.ts'
import { modesPath, readModes } from './modes.ts'
import { readOwn } from './own.ts'
import type { Folder } from './paths.ts'
import { acceptedContents, acceptInstead, isAccepted } from './trust.ts'

/**
 * Accepts what a project brought along as it stands now: its modes, or that it has none, and its adapters. Gives the
 * files that were not accepted before. Throws `modes-invalid` where the modes cannot be read, and accepts nothing then.
 */
export async function acceptFolder(folder: Folder, user: Folder): Promise<string[]> {
  const modes = readModes(folder)
  if (modes.kind === 'broken') throw modes.problem
  const files = [modesPath(folder), ...projectAdapterFiles(folder)]
  const now = files.map(file => ({ file, bytes: readOwn(folder, file) }))
  const fresh = now.filter(({ file, bytes }) => isNews(user, file, bytes))
  for (const { file, bytes } of fresh) await acceptInstead(user, file, bytes)
  return fresh.map(({ file }) => file)
}

/** A file that is gone is news as long as what it said still holds. */
function isNews(user: Folder, file: string, bytes: Buffer | undefined): boolean {
  return bytes === undefined ? acceptedContents(user, file).length > 0 : !isAccepted(user, file, bytes)
}
