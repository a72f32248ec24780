import type { Json, JsonObject } from '../../json.ts'
import type { Reading } from '../read.ts'
import { jsonOf } from '../result.ts'
import { parameterOf, parametersOf } from '../tool.ts'
import { wordsOf } from '../words.ts'
import type { ResourceGuess } from './classes.ts'
import type { ClassifiedTool } from './classified.ts'
import { type Sample, successesOf } from './evidence.ts'
import { isScope } from './ids.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { cursorIn, type FoundList, listInSchema, listWith } from './lists.ts'
import { singular } from './nouns.ts'

/** A tool that lists the things of a kind, and how one of them is found in its answer. */
export interface Listing {
  readonly tool: ClassifiedTool
  readonly scope: readonly Leaf[]
  readonly args: JsonObject
  readonly find: FoundList & { readonly pages?: { readonly param: string; readonly next?: string } }
  readonly why: string
}

/**
 * The tool in whose answer a thing can be found by its id, where none reads one back: it lists that kind of thing, and
 * a real answer shows where the id stands, or the schema of its results says so. Guessed from names alone is not enough.
 */
export function listingOf(
  guess: ResourceGuess,
  all: readonly ClassifiedTool[],
  samples: readonly Sample[],
  ids: readonly string[],
): Listing | undefined {
  const known = new Set([...ids, ...idsIn(guess, samples)])
  const found = listersOf(guess, all).flatMap(({ tool, scope }) => {
    const seen = successesOf(samples, tool.tool.name).map(({ result }) => jsonOf(result))
    const list =
      seen.map(json => listWith(json, known)).find(each => each !== undefined) ??
      listInSchema(tool.tool.outputSchema, guess.idParam)
    if (list === undefined) return []
    const cursor = seen.map(json => cursorIn(json)).find(each => each !== undefined)
    const why = `it lists each ${guess.noun.replaceAll('_', ' ') || 'one'}, and its id stands in "${list.key}" there`
    return [{ tool, scope, args: argsOf(tool, scope), find: { ...list, ...pagesOf(tool, cursor) }, why }]
  })
  return found.sort((a, b) => a.scope.length - b.scope.length)[0]
}

/** A call that lists things, and the argument that asks for its next page, where it has one. */
export interface ListCall extends Reading {
  readonly cursor: string | undefined
}

/** The calls that list such things and need nothing else: their answers would show where an id stands. */
export function callsFor(guess: ResourceGuess, all: readonly ClassifiedTool[]): ListCall[] {
  return listersOf(guess, all)
    .filter(({ scope }) => scope.length === 0)
    .map(({ tool }) => ({ tool: tool.tool.name, arguments: argsOf(tool, []), cursor: cursorOf(tool) }))
}

/** Tools that only read, whose name says that they list this kind of thing, and that need no more than where to look. */
export function listersOf(
  guess: ResourceGuess,
  all: readonly ClassifiedTool[],
): { tool: ClassifiedTool; scope: readonly Leaf[] }[] {
  return all.flatMap(tool => {
    if (tool.effect !== 'READ_ONLY' || !isAbout(tool, guess)) return []
    const scope = leavesOf(tool.tool).filter(leaf => leaf.isRequired)
    const isOpen = scope.some(
      leaf => leaf.list !== null || leaf.path.includes('.') || !isShared(leaf, guess, tool),
    )
    return isOpen ? [] : [{ tool, scope }]
  })
}

/** `list_channels` for a channel: all that it is about is this, and it says of many. */
function isAbout({ words, nouns }: ClassifiedTool, guess: ResourceGuess): boolean {
  const wanted = guess.noun.split('_')
  const saysMany = words.some(
    word => ['list', 'all'].includes(word) || (singular(word) !== word && wanted.includes(singular(word))),
  )
  const last = nouns.at(-1)
  return (
    guess.noun !== '' &&
    saysMany &&
    wanted.every(noun => words.map(singular).includes(noun)) &&
    (last === undefined || wanted.includes(last))
  )
}

/** Where to look: all tools for the thing that require it share it, or its name says so. */
function isShared(leaf: Leaf, { tools }: ResourceGuess, lister: ClassifiedTool): boolean {
  if (leaf.schema.enum !== undefined || leaf.schema.type !== 'string') return false
  const own = lister.ids.find(({ path }) => path === leaf.path)
  const taking = tools.filter(({ tool }) => leavesOf(tool).some(each => each.path === leaf.path))
  return taking.length >= 0.8 * tools.length || (own !== undefined && isScope(own) && taking.length > 0)
}

/** The ids of such things in the calls that were seen. */
export function idsIn(guess: ResourceGuess, samples: readonly Sample[]): string[] {
  const tools = new Set(guess.tools.map(({ tool }) => tool.name))
  return samples.flatMap(sample => {
    const value = sample.arguments[guess.idParam]
    const isId = typeof value === 'string' || typeof value === 'number'
    return tools.has(sample.tool) && isId && value !== '' ? [String(value)] : []
  })
}

/** The list as a whole: everything, and as much at once as the server gives. */
function argsOf({ tool }: ClassifiedTool, scope: readonly Leaf[]): JsonObject {
  const whole = parametersOf(tool).flatMap(name => {
    const value = scope.some(leaf => leaf.name === name) ? undefined : wholeBy(name, parameterOf(tool, name))
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries([...scope.map(({ name }) => [name, `\${${name}}`] as const), ...whole])
}

function wholeBy(name: string, schema: JsonObject): Json | undefined {
  const words = wordsOf(name)
  if (schema.type === 'boolean') return words.includes('all') ? true : undefined
  if (Array.isArray(schema.enum))
    return schema.enum.find(each => typeof each === 'string' && /^all$/i.test(each))
  const isCount = /^(?:limit|count|(?:page|batch)_size|per_page|max_results|top|first)$/.test(words.join('_'))
  return isCount && typeof schema.maximum === 'number' ? schema.maximum : undefined
}

/** A cursor needs an answer that shows where the next one stands; pages that are numbered do not. */
function pagesOf(tool: ClassifiedTool, next: string | undefined): Pick<Listing['find'], 'pages'> {
  const cursor = cursorOf(tool)
  if (cursor !== undefined) return next === undefined ? {} : { pages: { param: cursor, next } }
  const page = parameterLike(tool, /^(?:page|page_number|page_num)$/)
  return page === undefined ? {} : { pages: { param: page } }
}

function cursorOf(tool: ClassifiedTool): string | undefined {
  return parameterLike(
    tool,
    /^(?:(?:next_|start_|starting_)?cursor|(?:next_)?page_token|page_cursor|continuation_token|after|starting_after)$/,
  )
}

function parameterLike({ tool }: ClassifiedTool, pattern: RegExp): string | undefined {
  return parametersOf(tool).find(name => pattern.test(wordsOf(name).join('_')))
}
