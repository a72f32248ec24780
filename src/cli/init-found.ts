import type { Entry } from '../hosts/entry.ts'
import type { ServerPlan } from '../hosts/plan.ts'
import { flowed, shortened, widthOf } from './flowed.ts'
import { otherInWords } from './preview.ts'
import { printableName } from './print.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords, count, inkOf } from './words.ts'
import type { Wrapping } from './wrapping.ts'

/** What `init` found: each file with its host, each server with what starts it, and what is left alone and why. */
export function foundInWords(shell: Shell, scene: Scene, found: readonly Wrapping[]): string {
  const files = found.map(each => fileInWords(shell, scene, each))
  const others = scene.readings
    .flatMap(reading => otherInWords(scene, reading))
    .map(each => indented(each, 2))
  const text = [`${summary(found)}\n`, ...[...files, ...others].map(each => `${each}\n`)].join('\n')
  return flowed(text, widthOf(shell))
}

function summary(found: readonly Wrapping[]): string {
  const servers = found.reduce((sum, { plan }) => sum + plan.servers.length, 0)
  const hosts = [...new Set(found.map(({ plan }) => plan.config.host.name))]
  if (servers === 0) return 'No servers were found.'
  return `Found ${count(servers, 'server')} in ${count(found.length, 'file')} of ${hosts.join(', ')}.`
}

function fileInWords(shell: Shell, scene: Scene, wrapping: Wrapping): string {
  const { config, servers } = wrapping.plan
  const { name, alsoReadBy } = config.host
  const readers = alsoReadBy === undefined ? name : `${name}; also read by ${alsoReadBy.join(', ')}`
  const width = Math.min(20, Math.max(...servers.map(each => printableName(each.server.name).length)))
  const lines = servers.flatMap(each => serverInWords(each, wrapping, width, widthOf(shell)))
  const remarks = config.remarks.map(each => `    note: ${each}`)
  const title = inkOf(shell).name(shortPath(scene.machine, config.path))
  return [`  ${title} (${readers})`, ...lines, ...remarks].join('\n')
}

function serverInWords(plan: ServerPlan, { hidden }: Wrapping, nameWidth: number, width: number): string[] {
  const name = printableName(plan.server.name, 60).padEnd(nameWidth)
  const note = hidden.get(plan.server.name)
  const notes = note === undefined ? [] : [`      note: ${note}`]
  if (plan.kind === 'left') return [`    ${name}  left alone: ${plan.why}`]
  if (plan.kind === 'wrapped') return [`    ${name}  goes through mcpgraphy already`, ...notes]
  const room = Math.max(20, width - 6 - name.length)
  return [`    ${name}  ${shortened(startInWords(plan.server.entry), room)}`, ...notes]
}

/** What starts or reaches a server, in one line without secrets. */
export function startInWords(entry: Entry): string {
  if (entry.kind === 'stdio') return commandInWords([entry.command, ...entry.args])
  return entry.kind === 'remote' ? commandInWords([entry.url]) : ''
}

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by))
}
