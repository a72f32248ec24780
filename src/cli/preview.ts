import type { Entry } from '../hosts/entry.ts'
import { maskedEntry, maskedWords } from '../hosts/mask.ts'
import type { ServerPlan } from '../hosts/plan.ts'
import type { Reading } from '../hosts/read.ts'
import type { Json, JsonObject } from '../json.ts'
import { printableName } from './print.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords, inkOf, modeWords } from './words.ts'
import type { Wrapping } from './wrapping.ts'

/** What a wrap would change, for people: one line a server. */
export function previewInWords(shell: Shell, scene: Scene, wrappings: readonly Wrapping[]): string {
  const meant = wrappings.filter(({ plan }) => plan.servers.length > 0)
  const files = meant.map(each => fileInWords(shell, scene, each))
  const others = scene.readings.flatMap(reading => otherInWords(scene, reading))
  return [...files, ...others].map(each => `${each}\n`).join('')
}

function fileInWords(shell: Shell, scene: Scene, wrapping: Wrapping): string {
  const { config, servers } = wrapping.plan
  const ink = inkOf(shell)
  const lines = servers.flatMap(each => [serverInWords(shell, each, wrapping), ...notesOn(each, wrapping)])
  const isChange = servers.some(each => each.kind === 'wrap')
  const about = isChange ? [`  ${ink.quiet(launcherInWords(wrapping))}`] : []
  const remarks = [...config.remarks, ...wrapping.remarks].map(each => `  note: ${each}`)
  return [ink.name(shortPath(scene.machine, config.path)), ...lines, ...about, ...remarks].join('\n')
}

function serverInWords(shell: Shell, plan: ServerPlan, { modeFor }: Wrapping): string {
  const { name, entry } = plan.server
  const mode = modeFor(name)
  const says = `(${mode}: ${modeWords[mode]})`
  if (plan.kind === 'left') return `  ${printableName(name)}: left alone: ${plan.why}`
  if (plan.kind === 'wrapped') return `  ${printableName(name)}: already goes through mcpgraphy ${says}`
  const arrow = inkOf(shell).good('→ through mcpgraphy')
  return `  ${printableName(name)}: ${commandInWords(startOf(entry))} ${arrow} ${says}`
}

function launcherInWords({ plan, launcher }: Wrapping): string {
  const { name, alsoReadBy } = plan.config.host
  const readers = alsoReadBy === undefined ? '' : `; also read by ${alsoReadBy.join(', ')}`
  return `started by ${name}${readers} with: ${commandInWords(launcher.words)} proxy … (${launcher.why})`
}

/** What a user should know of one server before it is wrapped, a line each. */
export function notesOn(
  { kind, server: { name, entry } }: ServerPlan,
  { hidden, notesFor }: Wrapping,
): string[] {
  const notes: string[] = []
  const words = startOf(entry)
  if (kind === 'wrap' && /\s-|\.(js|py|ts)\s/.test(words[0] ?? '')) {
    notes.push('its "command" looks like a whole command line; it is passed on as it is')
  }
  // a scanner that looks for secrets does not look into base64
  if (kind === 'wrap' && maskedWords(words).some((word, index) => word !== words[index])) {
    notes.push(
      `its ${entry.kind === 'remote' ? 'address seems' : 'arguments seem'} to hold a secret, and so will the original that is kept in the entry`,
    )
  }
  const hiding = hidden.get(name)
  const ofRun = kind === 'left' ? [] : notesFor(name)
  return [...notes, ...ofRun, ...(hiding === undefined ? [] : [hiding])].map(note => `    note: ${note}`)
}

function startOf(entry: Entry): string[] {
  if (entry.kind === 'remote') return [entry.url]
  return entry.kind === 'stdio' ? [entry.command, ...entry.args] : []
}

/** Files in which nothing can be wrapped, each with the reason. */
export function otherInWords(scene: Scene, reading: Reading): string[] {
  if (reading.kind === 'nothing' && reading.found.file.isSettings) return []
  if (reading.kind === 'nothing')
    return [`${shortPath(scene.machine, reading.found.path)}\n  left alone: ${reading.why}`]
  if (reading.kind === 'config') return []
  const { problem, found } = reading
  return [`${shortPath(scene.machine, found.path)}\n  not touched: ${problem.message}\n  ${problem.now}`]
}

/** The same as one document; texts of entries as the file holds them, with secrets veiled. */
export function previewAsJson(scene: Scene, wrappings: readonly Wrapping[], written: boolean): JsonObject {
  const files = wrappings.map(({ plan, launcher, modeFor, remarks, hidden }) => ({
    path: plan.config.path,
    host: plan.config.host.id,
    scope: plan.config.file.scope,
    launcher: maskedWords(launcher.words),
    remarks: [...plan.config.remarks, ...remarks],
    servers: plan.servers.map(each => ({
      name: each.server.name,
      status: each.kind,
      ...(each.kind === 'left' ? { why: each.why } : { mode: modeFor(each.server.name) }),
      before: maskedEntry(each.server),
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
