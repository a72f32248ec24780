import type { ServerPlan } from '../hosts/plan.ts'
import { memberOf } from '../hosts/syntax/node.ts'
import { projectAdapter } from '../project/adapters.ts'
import type { Mode } from '../project/modes.ts'
import { askMany, askOne, askYes } from './ask.ts'
import { draftsInWords } from './draft-words.ts'
import type { Drafted } from './drafting.ts'
import { shortened, widthOf } from './flowed.ts'
import { startInWords } from './init-found.ts'
import { whileStarting } from './interrupt.ts'
import { printableName } from './print.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { count, inkOf, modeWords } from './words.ts'
import type { Wrapping } from './wrapping.ts'

/** A server that can be wrapped, with the file it stands in. */
export interface Chosen {
  readonly plan: Extract<ServerPlan, { kind: 'wrap' }>
  readonly of: Wrapping
}

/** Asks which of the servers that can be wrapped shall be; those that a newcomer would take are chosen beforehand. */
export async function chooseServers(
  shell: Shell,
  scene: Scene,
  found: readonly Wrapping[],
): Promise<Chosen[]> {
  const all = found.flatMap(of =>
    of.plan.servers.flatMap((plan): Chosen[] => (plan.kind === 'wrap' ? [{ plan, of }] : [])),
  )
  const hasProject = all.some(each => each.of.plan.config.file.scope === 'project')
  const choices = all.map(value => {
    const name = printableName(value.plan.server.name, 40)
    const why = whyNotChosen(value, hasProject)
    const where = shortPath(scene.machine, value.of.plan.config.path)
    return {
      value,
      name: `${name}  ${where}${why === undefined ? '' : ` (${why})`}`,
      short: name,
      description: shortened(startInWords(value.plan.server.entry), widthOf(shell) - 1),
      checked: why === undefined,
    }
  })
  return await askMany(shell, 'Which servers shall go through mcpgraphy?', choices)
}

/** Why a server is not chosen beforehand, in a few words; undefined where it is. */
function whyNotChosen({ plan: { server }, of }: Chosen, hasProject: boolean): string | undefined {
  if (of.hidden.has(server.name)) return 'not started from this file'
  const is = (name: string) => memberOf(server.node, name)?.value
  if (is('disabled') === true || is('enabled') === false) return 'switched off'
  return hasProject && of.plan.config.file.scope === 'user' ? 'yours, in every project' : undefined
}

const offered: readonly Mode[] = ['warn', 'observe', 'block', 'pass']

/** Asks for the mode, and says why `warn` is a good beginning. */
export async function chooseMode(shell: Shell): Promise<Mode> {
  const choices = offered.map(value => ({
    value,
    name: value === 'warn' ? 'warn (recommended)' : value,
    short: value,
    description: value === 'warn' ? whyWarn : `${modeWords[value]}.`,
  }))
  return await askOne<Mode>(shell, 'What may it do with their calls?', choices, 'warn')
}

const whyWarn = `${modeWords.warn}. Recommended to begin with: nothing is stopped,
and your agent is told before it repeats a mistake.`

/**
 * Asks whether the servers may be started, drafts their adapters and shows them. It is the user's word: a server is a
 * program that may use an account. One that has an adapter is left alone.
 */
export async function offerDrafts(shell: Shell, scene: Scene, chosen: readonly Chosen[]): Promise<Drafted[]> {
  const start = chosen.filter(each => each.plan.server.entry.kind === 'stdio' && lacksAdapter(scene, each))
  const once = start.filter((each, at) => start.findIndex(other => sharesAdapter(each, other)) === at)
  if (once.length === 0) return []
  shell.stdout.write(whyStart)
  if (!(await askYes(shell, `Start ${count(once.length, 'server')} once, to see the tools?`, true))) return []
  const { draftAdapters } = await import('./drafting.ts')
  const drafts: Drafted[] = []
  await whileStarting(shell, async () => {
    for (const { plan, of } of once) {
      shell.stderr.write(inkOf(shell).quiet(`  starting ${printableName(plan.server.name)} …\n`))
      drafts.push(await draftAdapters(shell, of.plan.config, plan.server))
    }
  })
  shell.stdout.write(`\n${draftsInWords(drafts, widthOf(shell))}`)
  return drafts
}

const whyStart = `
mcpgraphy learns more where it knows how a resource is read back. That can be
drafted from the servers' lists of tools. No tool is called.
`

function lacksAdapter({ user }: Scene, { plan, of }: Chosen): boolean {
  return projectAdapter(of.folder, user, plan.server.name).kind === 'none'
}

/** Servers of one name that learn into one folder have one adapter. */
function sharesAdapter(one: Chosen, other: Chosen): boolean {
  return one.plan.server.name === other.plan.server.name && one.of.folder.path === other.of.folder.path
}
