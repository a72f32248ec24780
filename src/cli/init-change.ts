import { maskedEntry } from '../hosts/mask.ts'
import type { ServerPlan } from '../hosts/plan.ts'
import type { Syntax } from '../hosts/syntax/syntax.ts'
import { flowed, widthOf } from './flowed.ts'
import { notesOn } from './preview.ts'
import { printable } from './print.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { inkOf } from './words.ts'
import type { Wrapping } from './wrapping.ts'

/** The change of each file, line by line as it will stand, with the values of secrets veiled. */
export function changeInWords(shell: Shell, scene: Scene, wrappings: readonly Wrapping[]): string {
  const files = wrappings.map(wrapping => {
    const { plan, launcher } = wrapping
    const title = inkOf(shell).name(shortPath(scene.machine, plan.config.path))
    const servers = plan.servers.flatMap(each => (each.kind === 'wrap' ? lines(each, wrapping) : []))
    return [`  ${title} (launcher: ${launcher.why})`, ...servers].join('\n')
  })
  const head = 'This will change in these files, and nothing else (••• hides a value):'
  const folders = [...new Set(wrappings.map(({ folder }) => shortPath(scene.machine, folder.path)))]
  const beside = `Kept in ${folders.join(' and ')}: modes, adapters, copies of what is replaced, and what is learned.`
  return `${flowed([head, ...files, beside].join('\n\n'), widthOf(shell), 2)}\n`
}

function lines(plan: Extract<ServerPlan, { kind: 'wrap' }>, of: Wrapping): string[] {
  const { id } = of.plan.config.syntax
  const before = linesOf(maskedEntry(plan.server), id)
  const after = linesOf(maskedEntry(plan.after), id)
  const { head, tail } = common(before, after)
  const part = (all: readonly string[], mark: string) =>
    all.slice(head, all.length - tail).map(line => `    ${mark} ${line}`)
  return [
    `    ${printable(plan.server.name)}`,
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
