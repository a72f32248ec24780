import { wordsOf } from '../words.ts'
import type { ResourceGuess } from './classes.ts'
import type { ClassifiedTool } from './classified.ts'
import type { IdParam } from './ids.ts'
import { type FoundList, listInSchema } from './lists.ts'
import { nounsOf, singular } from './nouns.ts'

/** A tool that reads several things at once, by a list of their ids, and where one of them stands in its answer. */
export interface Batch {
  readonly guess: ResourceGuess
  readonly tool: ClassifiedTool
  readonly find: FoundList
  /** Where calls of other tools name such things. */
  readonly aliases: readonly string[]
}

/**
 * The kinds of things that calls name in lists only, and that a tool reads back by such a list: its results' schema
 * says in which list they come.
 */
export function batchesIn(all: readonly ClassifiedTool[], taken: ReadonlySet<string>): Batch[] {
  const batches = new Map<string, Batch>()
  for (const tool of all.filter(each => each.effect === 'READ_ONLY')) {
    const [id, ...others] = tool.ids.filter(each => each.isRequired)
    if (id === undefined || others.length > 0 || !id.path.endsWith('[*]')) continue
    const find = listInSchema(tool.tool.outputSchema, id.name)
    if (find === undefined) continue
    const noun = nounFor(id, find, tool)
    const places = all.filter(each => each !== tool).flatMap(each => placesOf(each, noun))
    const tools = all.filter(each => each !== tool && placesOf(each, noun).length > 0)
    const isChanged = tools.some(each => each.effect !== 'READ_ONLY')
    if (!isChanged || taken.has(noun) || batches.has(noun)) continue
    const guess = { noun, idParam: id.name, tools: [tool, ...tools], uses: new Map<string, number>() }
    batches.set(noun, { guess, tool, find, aliases: [...new Set(places)] })
  }
  return [...batches.values()]
}

/** What the parameter says, else what the list in the answer is called, else the tool. */
function nounFor(id: IdParam, find: FoundList, { tool }: ClassifiedTool): string {
  const list = singular(wordsOf(find.in).at(-1) ?? '')
  return (
    id.stem || (['item', 'result', 'data'].includes(list) ? '' : list) || nounsOf(tool).join('_') || 'item'
  )
}

/** Two places in one call are two roles, which tools.ts gives them. */
function placesOf(tool: ClassifiedTool, noun: string): string[] {
  const places = tool.ids.filter(each => each.stem === noun)
  return places.length === 1 ? places.map(({ path }) => path) : []
}
