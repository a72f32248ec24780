import { isObject, type JsonObject } from '../../json.ts'
import type { ListedTool } from '../tool.ts'
import { parametersOf } from '../tool.ts'
import { wordsOf } from '../words.ts'
import type { ResourceGuess } from './classes.ts'
import { type ClassifiedTool, requiredIds } from './classified.ts'
import { nounsOf, singular } from './nouns.ts'
import type { Candidate } from './reading.ts'

/** A resource block of the file form. */
export interface DraftedResource {
  readonly resource_class: string
  readonly observation_tool: string
  readonly id_param?: string
  readonly id_params?: readonly string[]
  readonly id_param_aliases?: readonly string[]
  readonly observation_args?: JsonObject
  readonly observation_format?: 'kv_text' | 'exists'
  readonly only_tools?: readonly string[]
}

/**
 * The block for a thing and its reading tool. What the tool requires besides the id itself is scope (owner, repo,
 * project): the parameter that most tools require comes first, the id of the thing last.
 */
export function resourceBlock(
  guess: ResourceGuess,
  { tool, constants }: Candidate,
  tools: readonly ClassifiedTool[],
  common: ReadonlySet<string>,
): DraftedResource {
  const scope = requiredIds(tool)
    .map(id => id.name)
    .filter(name => name !== guess.idParam)
    .sort((a, b) => (guess.uses.get(b) ?? 0) - (guess.uses.get(a) ?? 0))
  const ids = [...scope, guess.idParam]
  const aliases = listsOf(guess, tools)
  const format = formatOf(tool)
  return {
    resource_class: guess.noun !== '' ? guess.noun : nounsOf(tool.tool, common).join('_') || 'resource',
    observation_tool: tool.tool.name,
    ...(ids.length > 1 ? { id_params: ids } : { id_param: guess.idParam }),
    ...(aliases.length > 0 && { id_param_aliases: aliases }),
    ...(Object.keys(constants).length > 0 && { observation_args: { ...placeholders(ids), ...constants } }),
    ...(format !== undefined && { observation_format: format }),
  }
}

function placeholders(ids: readonly string[]): JsonObject {
  return Object.fromEntries(ids.map(name => [name, `\${${name}}`]))
}

/** Parameters that carry several of these ids: `paths` where the id is `path`. */
function listsOf(guess: ResourceGuess, tools: readonly ClassifiedTool[]): string[] {
  const one = wordsOf(guess.idParam).join('_')
  const lists = tools.flatMap(tool =>
    tool.ids.filter(id => id.isList && pluralIs(id.name, one)).map(id => `${id.name}[*]`),
  )
  return [...new Set(lists)]
}

function pluralIs(name: string, one: string): boolean {
  return wordsOf(name).map(singular).join('_') === one
}

/**
 * What schemas tell of a result's form: structured content of one text is no structure, so the text must hold the
 * fields; a tool that reads a file gives its content, of which only that it is there is state.
 */
function formatOf({ tool }: ClassifiedTool): DraftedResource['observation_format'] {
  const words = wordsOf(tool.name)
  const isContent =
    words.includes('read') && !words.some(word => ['info', 'details', 'status', 'metadata'].includes(word))
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
