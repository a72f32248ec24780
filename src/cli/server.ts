import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import { printable } from './print.ts'

/** The server that was named, if one was. Throws `server-unseen` where the database has nothing of it. */
export async function knownServer(store: Store, server: string | undefined): Promise<string | undefined> {
  if (server === undefined) return undefined
  const names = (await store.servers()).map(each => each.server)
  if (names.includes(server)) return server
  throw new Problem('server-unseen', {
    server: printable(server),
    known: names.map(each => printable(each)).join(', '),
  })
}
