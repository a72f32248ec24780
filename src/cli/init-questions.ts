import type { ServerPlan } from '../hosts/plan.ts'
import type { Mode } from '../project/modes.ts'
import { askMany, askOne, askYes } from './ask.ts'
import { draftsInWords } from './draft-words.ts'
import type { Drafted } from './drafting.ts'
import { printable } from './print.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords, count, inkOf, modeWords } from './words.ts'
import type { Wrapping } from './wrapping.ts'

/** A server that can be wrapped, with the file it stands in. */
export interface Chosen {
  readonly plan: Extract<ServerPlan, { kind: 'wrap' }>
  readonly of: Wrapping
}

/** Asks which of the servers that can be wrapped shall be. */
export async function chooseServers(
  shell: Shell,
  scene: Scene,
  found: readonly Wrapping[],
): Promise<Chosen[]> {
  const all = found.flatMap(of =>
    of.plan.servers.flatMap((plan): Chosen[] => (plan.kind === 'wrap' ? [{ plan, of }] : [])),
  )
  const choices = all.map(value => ({
    value,
    name: `${printable(value.plan.server.name)} (${shortPath(scene.machine, value.of.plan.config.path)})`,
    description: wordsOf(value.plan),
  }))
  return await askMany(shell, 'Which servers shall go through mcpgraphy?', choices)
}

function wordsOf({ server: { entry } }: Chosen['plan']): string {
  return entry.kind === 'stdio' ? commandInWords([entry.command, ...entry.args]) : ''
}

const offered: readonly Mode[] = ['warn', 'observe', 'block', 'pass']

/** Asks for the mode, and says why `warn` is a good beginning. */
export async function chooseMode(shell: Shell): Promise<Mode> {
  const reason =
    'recommended to begin with: nothing is stopped, and your agent is told before it repeats a mistake'
  const choices = offered.map(value => ({
    value,
    name: value === 'warn' ? 'warn (recommended)' : value,
    description: value === 'warn' ? `${modeWords.warn}; ${reason}` : modeWords[value],
  }))
  return await askOne<Mode>(
    shell,
    'What may mcpgraphy do? (change it at any time: mcpgraphy mode)',
    choices,
    'warn',
  )
}

/**
 * Asks whether the servers may be started, drafts their adapters and shows them. It is the user's word: a server is a
 * program that may use an account.
 */
export async function offerDrafts(shell: Shell, chosen: readonly Chosen[]): Promise<Drafted[]> {
  const message = `Start ${count(chosen.length, 'server')} once, to see their tools and draft how their resources are read? No tool is called.`
  if (!(await askYes(shell, message, true))) return []
  const { draftAdapters } = await import('./drafting.ts')
  const drafts: Drafted[] = []
  for (const { plan, of } of chosen) {
    shell.stderr.write(inkOf(shell).quiet(`  starting ${printable(plan.server.name)} …\n`))
    drafts.push(await draftAdapters(shell, of.plan.config, plan.server))
  }
  shell.stdout.write(draftsInWords(drafts))
  return drafts
}
