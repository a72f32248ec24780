import { existsSync, readFileSync } from 'node:fs'
import { projectAdapterFiles } from './adapters.ts'
import { modesPath, readModes } from './modes.ts'
import type { Folder } from './paths.ts'
import { accept, isAccepted } from './trust.ts'

/**
 * Accepts what a project brought along as it stands now: its modes and its adapters. Gives the files that were not
 * accepted before. Throws `modes-invalid` where the modes cannot be read, and accepts nothing then.
 */
export async function acceptFolder(folder: Folder, user: Folder): Promise<string[]> {
  const modes = readModes(folder)
  if (modes.kind === 'broken') throw modes.problem
  const files = [modesPath(folder), ...projectAdapterFiles(folder)].filter(file => existsSync(file))
  const fresh = files.filter(file => !isAccepted(user, file, readFileSync(file)))
  for (const file of fresh) await accept(user, file, readFileSync(file))
  return fresh
}
