import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { retestAsked } from '../graph/drift.ts'
import { Problem } from '../problem.ts'
import { modelFrom } from '../store/memory.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { placeFor } from './database.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import { unknownName } from './scene.ts'
import { knownServer } from './server.ts'
import type { Shell } from './shell.ts'

interface RetestOptions {
  readonly json?: true
  readonly db?: string
}

/** `mcpgraphy retest`: what was learned of a tool is not held against a call until it is seen again. */
export default function retest(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('<server>', 'the server')
    .argument('<tool>', 'the tool whose refusals are to be forgotten until they are seen again')
    .option('--json', 'print one JSON document')
    .option('--db <file>', "this database instead of the project's")
    .addHelpText('after', '\nExample:\n  mcpgraphy retest orders refund_order')
    .action(async (server: string, tool: string, options: RetestOptions) =>
      done(await runRetest(server, tool, options, shell)),
    )
}

async function runRetest(
  server: string,
  tool: string,
  options: RetestOptions,
  shell: Shell,
): Promise<number> {
  const { database } = placeFor(shell, options.db)
  if (!existsSync(database)) throw new Problem('nothing-learned', { database })
  const store = await openStore(database)
  try {
    const labels = await labelsOf(store, server, tool)
    for (const label of labels) await ask(store, server, label)
    const words = `${labels.map(each => printable(each)).join(', ')}: what failed before is let through until it is seen to fail again.\n`
    await print(shell, options.json ? json({ server, retested: labels }) : words)
    return exit.done
  } finally {
    await store.close()
  }
}

/** The edges of a tool: itself, and each action of it that was called. Throws `server-unseen` or `usage`. */
async function labelsOf(store: Store, server: string, tool: string): Promise<string[]> {
  await knownServer(store, server)
  const { model } = await modelFrom(store, server)
  const labels = [...model.tools.keys()].filter(label => label === tool || label.startsWith(`${tool} `))
  if (labels.length === 0)
    throw unknownName(
      'tool',
      tool,
      [...model.tools.keys()].map(each => printable(each)),
    )
  return labels
}

/** Asked for as a piece of evidence of its own: it is never deleted, and every proxy on the database learns of it. */
async function ask(store: Store, server: string, tool: string): Promise<void> {
  const at = Date.now()
  const entry = {
    server,
    at,
    session: 'command',
    tool,
    resources: [],
    decision: 'mode',
    requestDigest: '',
    replyDigest: 'none',
  } as const
  await store.append(retestAsked({ server, tool, at, session: 'command' }), {
    ...entry,
    reason: 'a person asked for a retest',
  })
}
