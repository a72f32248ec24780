import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { FeatureForm, MatchForm, ResourceForm } from '../schema.ts'
import type { ListedTool } from '../tool.ts'
import { parametersOf } from '../tool.ts'
import { wordsOf } from '../words.ts'
import type { ResourceGuess } from './classes.ts'
import { type ClassifiedTool, requiredIds } from './classified.ts'
import { featuresInSchema } from './features.ts'
import { plainName, stemInWords } from './ids.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { nounsOf } from './nouns.ts'
import type { Candidate } from './reading.ts'

type FindForm = NonNullable<ResourceForm['find']>

/** A resource block of the file form. */
export interface DraftedResource {
  readonly resource_class: string
  readonly observation_tool: string
  readonly id_param?: string
  readonly id_params?: readonly string[]
  readonly id_param_aliases?: readonly string[] | Readonly<Record<string, readonly string[]>>
  readonly observation_args?: JsonObject
  readonly observation_format?: 'kv_text' | 'exists'
  readonly observation_root?: string
  readonly find?: FindForm
  readonly missing?: readonly MatchForm[]
  readonly features?: readonly FeatureForm[]
  readonly only_tools?: readonly string[]
}

/**
 * The block for a thing and its reading tool. What the tool requires besides the id itself is scope (owner, repo,
 * project): the parameter that most tools require comes first, the id of the thing last.
 */
export function resourceBlock(
  guess: ResourceGuess,
  { tool, constants, scope }: Candidate,
  tools: readonly ClassifiedTool[],
  common: ReadonlySet<string>,
): DraftedResource {
  const usesOf = ({ name }: Leaf) => guess.uses.get(name) ?? guess.tools.length
  const places: Leaf[] = [...scope, ...requiredIds(tool)]
  const around = places.filter(({ name }) => name !== guess.idParam).sort((a, b) => usesOf(b) - usesOf(a))
  const parts = [...around, ...places.filter(({ name }) => name === guess.idParam)]
  const ids = parts.map(({ name }) => name)
  const isPlain = Object.keys(constants).length === 0 && parts.every(({ name, path }) => name === path)
  const format = formatOf(tool)
  const features = format === undefined ? featuresInSchema(tool.tool.outputSchema) : []
  return {
    resource_class: guess.noun !== '' ? guess.noun : classOf(guess, tool, common),
    observation_tool: tool.tool.name,
    ...(ids.length > 1 ? { id_params: ids } : { id_param: guess.idParam }),
    ...aliasesOf(guess, parts, tools),
    ...(!isPlain && { observation_args: templateFor(parts, constants) }),
    ...(format !== undefined && { observation_format: format }),
    ...missingOf(format),
    ...(features.length > 0 && { features }),
  }
}

/** The tool's own noun; else what the parameter's description says; else the parameter, where it is a word (`key`). */
function classOf(guess: ResourceGuess, { tool }: ClassifiedTool, common: ReadonlySet<string>): string {
  const leaf = leavesOf(tool).find(({ name }) => name === guess.idParam)
  const own = wordsOf(guess.idParam)
  return (
    nounsOf(tool, common).join('_') ||
    stemInWords(leaf?.schema ?? {}) ||
    (own.length === 1 && own[0] !== 'id' ? (own[0] ?? '') : '') ||
    'resource'
  )
}

/** Arguments with a placeholder at each part of the id, and the constants; paths may lead into one object. */
function templateFor(parts: readonly Leaf[], constants: Candidate['constants']): JsonObject {
  const all = [...parts.map(({ name, path }) => [path, `\${${name}}`] as const), ...Object.entries(constants)]
  const args: Record<string, Json> = {}
  for (const [path, value] of all) {
    const [outer = '', inner] = path.split('.')
    args[outer] = inner === undefined ? value : { ...(args[outer] as JsonObject | undefined), [inner]: value }
  }
  return args
}

/** Other places that carry the id: in a list of several, or inside an object. */
export function aliasesOf(
  guess: ResourceGuess,
  parts: readonly Leaf[],
  tools: readonly ClassifiedTool[],
): Pick<DraftedResource, 'id_param_aliases'> {
  const inObjects = parts
    .map(({ name }) => [name, [...new Set(guess.tools.flatMap(each => insideOf(each, name)))]] as const)
    .filter(([, paths]) => paths.length > 0)
  const lists = listsOf(guess, tools)
  if (inObjects.length === 0) return lists.length > 0 ? { id_param_aliases: lists } : {}
  return {
    id_param_aliases: Object.fromEntries([
      ...inObjects.map(([name, paths]) => [name, name === guess.idParam ? [...paths, ...lists] : paths]),
    ]),
  }
}

function insideOf({ tool }: ClassifiedTool, name: string): string[] {
  return leavesOf(tool)
    .filter(leaf => leaf.name === name && leaf.list === null && leaf.path !== name)
    .map(({ path }) => path)
}

/**
 * How a server says that there is no such thing, written out so that a person can change it: the words that servers
 * use, where nothing else is missing (a right, a token). A content may hold those words itself: there they must stand
 * at its very beginning.
 */
function missingOf(format: DraftedResource['observation_format']): Pick<DraftedResource, 'missing'> {
  const start = format === 'exists' ? '(?<![\\s\\S])' : '^'
  const reach = format === 'exists' ? '.{0,60}' : '.*'
  return { missing: [{ text: `${start}${noRight}${reach}${usualWords}` }] }
}

const noRight = '(?!.*(?:denied|forbidden|permission|token|tool))'
const usualWords = "\\b(?:not[ _]?found|no such|does(?: not|n't) exist|ENOENT|404)\\b"

/** Places that carry several of these ids: `paths` where the id is `path`, `tasks[*].taskId` where it is `taskId`. */
function listsOf(guess: ResourceGuess, tools: readonly ClassifiedTool[]): string[] {
  const one = plainName(guess.idParam)
  const hasNoun = !['id', 'name', 'key'].includes(one)
  const lists = tools.flatMap(tool =>
    tool.ids
      .filter(
        id => id.isList && id.plain === one && (hasNoun || (guess.noun !== '' && id.stem === guess.noun)),
      )
      .map(({ path }) => path),
  )
  return [...new Set(lists)]
}

/**
 * What schemas tell of a result's form: structured content of one text is no structure, so the text must hold the
 * fields; a tool that reads a file gives its content, of which only that it is there is state.
 */
function formatOf({ tool }: ClassifiedTool): DraftedResource['observation_format'] {
  const words = wordsOf(tool.name)
  const isBare = words.length === 1 && words[0] === 'get'
  const isContent =
    (isBare || words.includes('read')) &&
    !words.some(word => ['info', 'details', 'status', 'metadata'].includes(word))
  if (isContent && !choosesByArgument(tool)) return 'exists'
  const properties = tool.outputSchema?.properties
  if (!isObject(properties)) return undefined
  const [only, ...others] = Object.values(properties)
  return others.length === 0 && isObject(only) && only.type === 'string' ? 'kv_text' : undefined
}

/** `issue_read(method: get)` reads fields, not a content. */
function choosesByArgument(tool: ListedTool): boolean {
  return parametersOf(tool).some(name => ['method', 'action', 'operation', 'mode'].includes(name))
}
