import { maskedEntry } from '../hosts/mask.ts'
import type { ServerPlan } from '../hosts/plan.ts'
import type { Syntax } from '../hosts/syntax/syntax.ts'
import { fileNameOf } from '../project/adapters.ts'
import type { Drafted } from './drafting.ts'
import { flowed, widthOf } from './flowed.ts'
import { notesOn } from './preview.ts'
import { printable, printableName } from './print.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { inkOf } from './words.ts'
import type { Wrapping } from './wrapping.ts'

/**
 * The change of each file, line by line as it will stand, with the values of secrets veiled, and every file of ours that
 * is written beside them; of the drafts all that will stand in them.
 */
export function changeInWords(
  shell: Shell,
  scene: Scene,
  wrappings: readonly Wrapping[],
  drafts: readonly Drafted[],
): string {
  const files = wrappings.map(wrapping => {
    const { plan, launcher } = wrapping
    const title = inkOf(shell).name(shortPath(scene.machine, plan.config.path))
    const servers = plan.servers.flatMap(each => (each.kind === 'wrap' ? lines(each, wrapping) : []))
    return [`  ${title} (launcher: ${launcher.why})`, ...servers].join('\n')
  })
  const head = 'This will change in your files (••• hides a value):'
  const folders = [...new Set(wrappings.map(({ folder }) => shortPath(scene.machine, folder.path)))]
  const beside = `Written beside them, in ${folders.join(' and ')}: modes.json, wrapped.json (copies of what is replaced) and .gitignore; later what is learned.`
  const texts = drafts.flatMap(each => (each.kind === 'draft' ? [draftInFull(shell, each)] : []))
  return `${flowed([head, ...files, beside, ...texts].join('\n\n'), widthOf(shell), 2)}\n`
}

/** An adapter names tools that will be called: nobody should have one that he could not read first. */
function draftInFull(shell: Shell, { server, text }: Extract<Drafted, { kind: 'draft' }>): string {
  const lines = text.trimEnd().split('\n')
  const title = inkOf(shell).name(`adapters/${fileNameOf(server)}.json`)
  return [
    `  ${title} (new)`,
    ...lines.map(line => `    + ${line.replace(/\S.*/, all => printable(all, 4000))}`),
  ].join('\n')
}

function lines(plan: Extract<ServerPlan, { kind: 'wrap' }>, of: Wrapping): string[] {
  const { id } = of.plan.config.syntax
  const before = linesOf(maskedEntry(plan.server), id)
  const after = linesOf(maskedEntry(plan.after), id)
  const { head, tail } = common(before, after)
  const part = (all: readonly string[], mark: string) =>
    all.slice(head, all.length - tail).map(line => `    ${mark} ${line}`)
  return [
    `    ${printableName(plan.server.name)}`,
    ...part(before, '-'),
    ...part(after, '+'),
    ...notesOn(plan, of),
  ]
}

/** In JSON, which often has a word a line, an entry is one; so is a line of TOML or YAML. */
function linesOf(text: string, syntax: Syntax['id']): string[] {
  return (syntax === 'json' ? [text] : text.split(/\r?\n/)).map(line => printable(line, 4000))
}

/** How many lines at the beginning and at the end are the same. */
function common(before: readonly string[], after: readonly string[]): { head: number; tail: number } {
  const least = Math.min(before.length, after.length)
  let head = 0
  while (head < least && before[head] === after[head]) head++
  let tail = 0
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { head, tail }
}
