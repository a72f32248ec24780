import { nameAt, ownWords } from './own-words.ts'
import { changed, type FilePlan, type ServerPlan } from './plan.ts'
import { type Config, readText, type ServerEntry } from './read.ts'
import { rawValue, replaceValues, type Word } from './syntax/syntax.ts'
import type { EntryChange } from './wrap-entry.ts'

/**
 * The name that a wrapped server runs under where it is another than the one it has in the file: its key was renamed,
 * or the entry was copied, and modes, adapters and the log go by the other name.
 */
export function otherName({ name, entry }: ServerEntry): string | undefined {
  const own = ownWords(entry)?.name
  return own === name || own?.includes('$') ? undefined : own
}

/** Can the name be corrected? One that begins with a dash would be taken for an option where it stands by itself. */
export function isCorrectable(server: ServerEntry): boolean {
  return otherName(server) !== undefined && (nameAt(server.entry)?.isJoined || !server.name.startsWith('-'))
}

/** The same plan with the names of such servers corrected. Pure, as the plan. */
export function withNames(plan: FilePlan<ServerPlan>): FilePlan<ServerPlan> {
  const wrong = plan.servers.filter(({ kind, server }) => kind === 'wrapped' && isCorrectable(server))
  if (wrong.length === 0) return plan
  const now = readAgain(plan)
  const changes = wrong.flatMap(({ server }) => {
    const same = now.servers[plan.config.servers.indexOf(server)]
    return same === undefined ? [] : [{ server: same, change: renaming(now, server) }]
  })
  return { ...plan, bytes: changed(now, changes).bytes }
}

function readAgain({ config, bytes }: FilePlan<ServerPlan>): Config {
  const text = bytes.toString('utf8').slice(config.mark.length)
  const reading = readText(config, { bytes, text, mark: config.mark }, config.syntax)
  if (reading.kind !== 'config') throw new Error('what was planned can be read')
  return reading.config
}

function renaming({ syntax, file: { shape } }: Config, { name, entry }: ServerEntry): EntryChange {
  const place = nameAt(entry)
  return (text, at) => {
    if (place === undefined) return text
    const list = [...at, shape.args ?? shape.command]
    const index = shape.args === undefined ? place.index : place.index - 1
    const word = syntax.text(place.isJoined ? `--name=${name}` : name)
    const item = [...list, index]
    if (rawValue(syntax, text, item) !== undefined) return replaceValues(syntax, text, [[item, word]])
    const raw = rawValue(syntax, text, list) ?? ''
    return replaceValues(syntax, text, [[list, withItem(raw, syntax.items(raw, 0), index, word)]])
  }
}

/** A raw list with one item replaced, for a syntax that knows no place of a single item. */
function withItem(list: string, items: readonly Required<Word>[], index: number, word: string): string {
  const start = items.slice(0, index).reduce((from, { raw }) => list.indexOf(raw, from) + raw.length, 0)
  const raw = items[index]?.raw ?? ''
  const at = list.indexOf(raw, start)
  return list.slice(0, at) + word + list.slice(at + raw.length)
}
