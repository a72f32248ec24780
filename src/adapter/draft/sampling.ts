import { at, type JsonObject } from '../../json.ts'
import { isCursor } from '../find.ts'
import { parseAdapter } from '../load.ts'
import { type Reading, readingOf } from '../read.ts'
import { parseRef } from '../ref.ts'
import { jsonOf } from '../result.ts'
import { wordsOf } from '../words.ts'
import { type DraftSource, draftAdapter } from './draft.ts'
import { type Sample, successesOf } from './evidence.ts'
import type { ListCall } from './listing.ts'
import { cursorIn, listWith } from './lists.ts'
import { singular } from './nouns.ts'

/** Most calls that a draft makes: each is a reading, but a server may be slow or metered. */
const mostCalls = 16

/** Most pages of one list in which the thing is looked for. */
const mostPages = 5

/**
 * What a draft is made from, with the answers of real readings: of the things that are named (`class:id`, or an id
 * alone), of the lists in which they may stand, and of a thing that surely does not exist. Only tools are called that a
 * draft would read with.
 */
export async function sampled(
  source: DraftSource,
  refs: readonly string[],
  ask: (reading: Reading) => Promise<JsonObject>,
): Promise<DraftSource> {
  const made = new Map<string, Sample>()
  const ids = [...(source.ids ?? []), ...refs.map(lastPart)]
  const now = (): DraftSource => ({ ...source, ids, samples: [...(source.samples ?? []), ...made.values()] })
  const read = async ({ tool, arguments: args }: Reading, ofMissing: boolean) => {
    const key = JSON.stringify([tool, args])
    if (made.has(key) || made.size >= mostCalls) return undefined
    const result = await ask({ tool, arguments: args })
    made.set(key, { tool, arguments: args, result, ...(ofMissing && { ofMissing }) })
    return result
  }
  const readList = async ({ cursor, ...call }: ListCall) => {
    let reading: Reading = call
    for (let page = 0; page < mostPages; page++) {
      const json = jsonOf((await read(reading, false)) ?? {})
      const next = at(json, cursorIn(json) ?? '-')
      if (listWith(json, new Set(ids)) !== undefined || cursor === undefined || !isCursor(next)) return
      reading = { ...call, arguments: { ...call.arguments, [cursor]: next } }
    }
  }
  for (const reading of readingsOf(now(), refs)) await read(reading, false)
  for (const call of draftAdapter(now()).wanted) await readList(call)
  // a thing in a list is read once the list has shown where
  for (const reading of readingsOf(now(), refs)) await read(reading, false)
  for (const reading of readingsOf(now(), refs.map(nowhere))) {
    const wasSeen = successesOf([...made.values()], reading.tool).length > 0
    if (wasSeen) await read(reading, true)
  }
  return now()
}

/** The calls by which the draft as it is now would read these things. */
function readingsOf(source: DraftSource, refs: readonly string[]): Reading[] {
  const { adapter: form } = draftAdapter(source)
  if (form === null) return []
  const adapter = parseAdapter(JSON.stringify(form), 'draft')
  const nouns = new Set(source.tools.flatMap(tool => wordsOf(tool.name)).map(singular))
  return refs.flatMap(ref =>
    adapter.resources.flatMap(rule => {
      const isMeant = ref.startsWith(`${rule.resourceClass}:`)
      if (!isMeant && namesClass(ref, nouns)) return []
      const named = parseRef(adapter, isMeant ? ref : `${rule.resourceClass}:${ref}`)
      const schema = source.tools.find(tool => tool.name === rule.observationTool)?.inputSchema
      return named === undefined ? [] : [readingOf(named.rule, named.id, schema)]
    }),
  )
}

/** `customer:c4` is a customer, whether the draft can read one already or not; `C:/a.txt` is no class. */
function namesClass(ref: string, nouns: ReadonlySet<string>): boolean {
  const [, name] = /^([a-z]\w*):/i.exec(ref) ?? []
  return name !== undefined && wordsOf(name).every(word => nouns.has(word))
}

/** Of `issue:acme/shop#12` and of `channel:C1` what stands in the answers: 12, C1. */
function lastPart(ref: string): string {
  const hash = ref.lastIndexOf('#')
  return hash === -1 ? ref.replace(/^[a-z][\w-]*:(?!\/)/i, '') : ref.slice(hash + 1)
}

/** A reference to something of the same form that surely does not exist. */
export function nowhere(ref: string): string {
  const last = lastPart(ref)
  const start = ref.slice(0, ref.length - last.length)
  if (/^\d+$/.test(last)) return `${start}999999999`
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(last))
    return `${start}00000000-0000-4000-8000-000000000000`
  return `${start}${last}-does-not-exist`
}
