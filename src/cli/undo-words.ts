import { maskedEntry, maskedWords } from '../hosts/mask.ts'
import type { FilePlan } from '../hosts/plan.ts'
import type { UndoPlan } from '../hosts/unplan.ts'
import type { Json } from '../json.ts'
import { otherAsJson, otherInWords } from './preview.ts'
import { printableName } from './print.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords, inkOf } from './words.ts'

/** The plan to unwrap one file. */
export type Undo = FilePlan<UndoPlan>

/** What an unwrap would take off, for people: one line a server. */
export function undoInWords(shell: Shell, scene: Scene, plans: readonly Undo[]): string {
  const ink = inkOf(shell)
  const files = plans
    .filter(({ servers }) => servers.length > 0)
    .map(({ config, servers }) =>
      [ink.name(shortPath(scene.machine, config.path)), ...servers.map(serverInWords)].join('\n'),
    )
  const refused = scene.readings
    .filter(each => each.kind === 'refused')
    .flatMap(each => otherInWords(scene, each))
  const all = [...files, ...refused]
  return all.length === 0 ? 'No server of a host was found here.\n' : `${all.join('\n')}\n`
}

const sources = {
  entry: '',
  copy: ' (from the copy in .mcpgraphy)',
  arguments: ' (from the arguments behind --)',
  none: ' (as it is; what an earlier wrap left in it goes)',
}

function serverInWords(plan: UndoPlan): string {
  const name = printableName(plan.server.name)
  if (plan.kind === 'plain') return `  ${name}: not wrapped`
  if (plan.kind === 'undo') {
    return `  ${name}: through mcpgraphy → ${commandInWords(plan.starts)}${sources[plan.from]}`
  }
  if (plan.kind === 'unsure') {
    const now = commandInWords(plan.now)
    return `  ${name}: it looks as if it went through mcpgraphy, and nothing proves that; if it does: --edited current\n    current:  ${now}`
  }
  return [
    `  ${name}: its command was changed since it was wrapped; say which one is meant: --edited original or --edited current`,
    `    original: ${plan.was.length === 0 ? 'too long to be kept here' : commandInWords(plan.was)}`,
    `    current:  ${plan.now.length === 0 ? 'nothing that starts a server' : commandInWords(plan.now)}`,
  ].join('\n')
}

/** The same as one document; texts of entries as the file holds them, with secrets veiled. */
export function undoAsJson(scene: Scene, plans: readonly Undo[], written: boolean): Json {
  const files = plans.map(({ config, servers }) => ({
    path: config.path,
    host: config.host.id,
    scope: config.file.scope,
    servers: servers.map(each => ({
      name: each.server.name,
      status: each.kind,
      from: each.kind === 'undo' ? each.from : null,
      before: maskedEntry(each.server),
      after: each.kind === 'undo' ? maskedEntry(each.after) : null,
      original: each.kind === 'edited' ? maskedWords(each.was) : null,
      current: each.kind === 'edited' || each.kind === 'unsure' ? maskedWords(each.now) : null,
    })),
  }))
  return { written, files, others: scene.readings.flatMap(otherAsJson) }
}
