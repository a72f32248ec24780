import { maskedEntry, maskedWords } from '../hosts/mask.ts'
import type { ServerPlan } from '../hosts/plan.ts'
import type { Reading } from '../hosts/read.ts'
import type { Json } from '../json.ts'
import { printable } from './print.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords, inkOf, modeWords } from './words.ts'
import type { Wrapping } from './wrapping.ts'

/** What a wrap would change, for people: one line a server. */
export function previewInWords(shell: Shell, scene: Scene, wrappings: readonly Wrapping[]): string {
  const files = [
    ...wrappings.filter(({ plan }) => plan.servers.length > 0).map(each => fileInWords(shell, scene, each)),
  ]
  const others = scene.readings.flatMap(reading => otherInWords(scene, reading))
  return [...files, ...others].map(each => `${each}\n`).join('')
}

function fileInWords(shell: Shell, scene: Scene, wrapping: Wrapping): string {
  const { plan, launcher } = wrapping
  const ink = inkOf(shell)
  const { host } = plan.config
  const lines = plan.servers.map(each => serverInWords(shell, each, wrapping))
  const readers = host.alsoReadBy === undefined ? '' : `; also read by ${host.alsoReadBy.join(', ')}`
  const about = plan.servers.some(each => each.kind === 'wrap')
    ? [
        ink.quiet(
          `  started by ${host.name}${readers} with: ${commandInWords(launcher.words)} proxy … (${launcher.why})`,
        ),
      ]
    : []
  const remarks = plan.config.remarks.map(each => `  note: ${each}`)
  return [ink.name(shortPath(scene.machine, plan.config.path)), ...lines, ...about, ...remarks].join('\n')
}

function serverInWords(shell: Shell, plan: ServerPlan, { modeFor, hidden }: Wrapping): string {
  const { name, entry } = plan.server
  const ink = inkOf(shell)
  const whose = hidden.get(name) === undefined ? '' : `\n    note: ${hidden.get(name)}`
  const mode = modeFor(name)
  const says = `(${mode}: ${modeWords[mode]})`
  if (plan.kind === 'left') return `  ${printable(name)}: left alone: ${plan.why}${whose}`
  if (plan.kind === 'wrapped') return `  ${printable(name)}: already goes through mcpgraphy ${says}${whose}`
  const line = entry.kind === 'stdio' ? commandInWords([entry.command, ...entry.args]) : ''
  return `  ${printable(name)}: ${line} ${ink.good('→ through mcpgraphy')} ${says}${oddCommand(plan)}${secretInside(plan)}${whose}`
}

/** Some hosts split such a command, others look for a program of that name: it stays as it is, and is said. */
function oddCommand({ server: { entry } }: ServerPlan): string {
  if (entry.kind !== 'stdio' || !/\s-|\.(js|py|ts)\s/.test(entry.command)) return ''
  return '\n    note: its "command" looks like a whole command line; it is passed on as it is'
}

/** A scanner that looks for secrets does not look into base64. */
function secretInside({ server: { entry } }: ServerPlan): string {
  const words = entry.kind === 'stdio' ? [entry.command, ...entry.args] : []
  if (maskedWords(words).every((word, index) => word === words[index])) return ''
  return '\n    note: its arguments seem to hold a secret, and so will the original that is kept in the entry'
}

/** Files in which nothing can be wrapped, each with the reason. */
function otherInWords(scene: Scene, reading: Reading): string[] {
  if (reading.kind === 'nothing')
    return [`${shortPath(scene.machine, reading.found.path)}\n  left alone: ${reading.why}`]
  if (reading.kind === 'config') return []
  const { problem, found } = reading
  return [`${shortPath(scene.machine, found.path)}\n  not touched: ${problem.message}\n  ${problem.now}`]
}

/** The same as one document; texts of entries as the file holds them, with secrets veiled. */
export function previewAsJson(scene: Scene, wrappings: readonly Wrapping[], written: boolean): Json {
  const files = wrappings.map(({ plan, launcher, modeFor, hidden }) => ({
    path: plan.config.path,
    host: plan.config.host.id,
    scope: plan.config.file.scope,
    launcher: maskedWords(launcher.words),
    remarks: [...plan.config.remarks],
    servers: plan.servers.map(each => ({
      name: each.server.name,
      status: each.kind,
      ...(each.kind === 'left' ? { why: each.why } : { mode: modeFor(each.server.name) }),
      before: maskedEntry(each.server.text),
      after: each.kind === 'wrap' ? maskedEntry(each.after) : null,
      hiddenBecause: hidden.get(each.server.name) ?? null,
    })),
  }))
  return { written, files, others: scene.readings.flatMap(otherAsJson) }
}

/** A file in which nothing can be edited, as JSON. */
export function otherAsJson(reading: Reading): Json[] {
  if (reading.kind === 'config') return []
  const { path, host, file } = reading.found
  const place = { path, host: host.id, scope: file.scope }
  if (reading.kind === 'nothing') return [{ ...place, status: 'nothing', why: reading.why, now: null }]
  return [{ ...place, status: 'refused', why: reading.problem.message, now: reading.problem.now }]
}
