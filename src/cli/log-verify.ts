import type { Verdict } from '../store/store.ts'
import { looking, placeFor } from './database.ts'
import type { LogOptions } from './log.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import { knownServer } from './server.ts'
import type { Shell } from './shell.ts'

type ServerVerdict = Verdict & { readonly server: string }

/** Checks the chain of one server or of all. Gives the exit code: 1 where one is broken. */
export async function runVerify(options: LogOptions, shell: Shell): Promise<number> {
  const place = placeFor(shell, options.db)
  const verdicts = await looking<ServerVerdict[]>(
    place,
    async store => {
      const one = await knownServer(store, options.server)
      const names = one === undefined ? (await store.servers()).map(each => each.server) : [one]
      const found: ServerVerdict[] = []
      for (const server of names) found.push({ server, ...(await store.verify(server)) })
      return found
    },
    [],
  )
  const ok = verdicts.every(each => each.ok)
  if (options.json) await print(shell, json({ database: place.database, ok, servers: verdicts }))
  else await print(shell, verdicts.map(inWords).join(''))
  if (verdicts.length === 0) shell.stderr.write('The log has no entry yet: there is nothing to check.\n')
  return ok ? exit.done : exit.failed
}

function inWords(verdict: ServerVerdict): string {
  const server = printable(verdict.server, 60)
  if (verdict.ok)
    return `${server}: the chain holds (${verdict.entries} ${verdict.entries === 1 ? 'entry' : 'entries'})\n`
  return `${server}: the chain is broken at #${verdict.at}: ${printable(verdict.why)}\n`
}
