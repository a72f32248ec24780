import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { LoggedEntry, Store } from '../store/store.ts'
import { looking, type Place, placeFor } from './database.ts'
import type { LogOptions } from './log.ts'
import { entryFact, entryLine } from './log-words.ts'
import { exit } from './main.ts'
import { jsonLine, print } from './print.ts'
import type { Shell } from './shell.ts'

/** Prints the last entries, and then each as it is written, until it is stopped or nobody reads any more. */
export async function follow(options: LogOptions, shell: Shell): Promise<number> {
  const place = placeFor(shell, options.db)
  await waitFor(place, shell)
  const line = options.json ? inJson : (entry: LoggedEntry) => entryLine(entry, shell.colour)
  await looking(
    place,
    store => stream(store, options, entries => print(shell, entries.map(line).join(''))),
    undefined,
  )
  return exit.done
}

/** The server that is to be followed may not have been called yet. */
async function waitFor(place: Place, shell: Shell): Promise<void> {
  if (place.isNamed || existsSync(place.database)) return
  shell.stderr.write('No call was made yet. Waiting for the first.\n')
  while (!existsSync(place.database)) await setTimeout(pause)
}

async function stream(
  store: Store,
  { server, resource, tail }: LogOptions,
  show: (entries: LoggedEntry[]) => Promise<boolean>,
): Promise<void> {
  const filter = resource === undefined ? {} : { resource }
  let entries = await store.entries(server, { ...filter, tail })
  for (let after = 0; ; await setTimeout(pause)) {
    if (entries.length > 0 && !(await show(entries))) return
    after = entries.at(-1)?.seq ?? after
    entries = (await store.changed()) ? await store.entries(server, { ...filter, after }) : []
  }
}

function inJson(entry: LoggedEntry): string {
  return jsonLine(entryFact(entry))
}

/** In milliseconds: soon enough for a person, and nothing for the machine. */
const pause = 200
