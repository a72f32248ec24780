import { writeSync } from 'node:fs'
import { openStore } from '../../src/store/open.ts'
import { entry, piece } from './generate.ts'

/**
 * A process that appends to a database, for tests that need another one: `writer.ts FILE SESSION COUNT`.
 * It says the number of each piece only after the store has said it.
 */
const [file = '', session = '', count = ''] = process.argv.slice(2)
const store = await openStore(file)
for (let at = 1; at <= Number(count); at++) {
  const seq = await store.append(piece({ session, at }), entry({ session, at }))
  writeSync(1, `${seq}\n`)
}
await store.close()
