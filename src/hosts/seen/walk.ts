import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** How far a folder is looked through. */
export interface Bounds {
  readonly depth: number
  readonly files: number
  readonly wants: (name: string) => boolean
}

/** A tree of more folders is data, not a program. */
const mostFolders = 4000

/** Folders that hold other people's files, or none that anybody wrote. */
const skipped =
  /^(node_modules|site-packages|__pycache__|vendor|dist|build|out|target|coverage|venv|env|\..+)$/

/** The files below a folder that are wanted, nearer ones first, until there are enough. It follows no links. */
export function filesBelow(root: string, { depth, files, wants }: Bounds): string[] {
  const found: string[] = []
  let folders = [root]
  let left = mostFolders
  for (let level = 0; level <= depth && folders.length > 0; level++) {
    const next: string[] = []
    for (const folder of folders) {
      for (const entry of entriesOf(folder)) {
        const path = join(folder, entry.name)
        if (entry.isDirectory() && !skipped.test(entry.name)) next.push(path)
        else if (entry.isFile() && wants(entry.name)) found.push(path)
        if (found.length >= files) return found
      }
    }
    folders = next.slice(0, left)
    left -= folders.length
  }
  return found
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
