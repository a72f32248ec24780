import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { machineOf } from '../hosts/machine.ts'
import { checkFolder } from '../project/own.ts'
import { databasePath, type Folder, folderFor } from '../project/paths.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import type { Shell } from './shell.ts'

/** Where a command looks: the folder of the project (or of the user), and the database there. */
export interface Place {
  readonly folder: Folder
  readonly database: string
  /** The user named the database, and so expects it to be there. */
  readonly isNamed: boolean
}

/** The place that `--db FILE` names, else the project's. Throws Problem `own-link` or `own-folder`. */
export function placeFor(shell: Shell, file: string | undefined): Place {
  const folder = folderFor(machineOf(shell))
  if (file === undefined) return placeOf(folder)
  return { folder, database: resolve(shell.cwd, file), isNamed: true }
}

/** The place that a folder is. Throws the same. */
export function placeOf(folder: Folder): Place {
  checkFolder(folder)
  return { folder, database: databasePath(folder), isNamed: false }
}

/**
 * Opens the database of a place to look at it, does so, and closes it. Gives `nothing` where no call was made yet,
 * so that no database exists; one that was named and is missing is a Problem.
 */
export async function looking<T>(place: Place, look: (store: Store) => Promise<T>, nothing: T): Promise<T> {
  if (!place.isNamed && !existsSync(place.database)) return nothing
  const store = await openStore(place.database, { readonly: true })
  try {
    return await look(store)
  } finally {
    await store.close()
  }
}
