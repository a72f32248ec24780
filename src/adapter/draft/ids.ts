import type { JsonObject } from '../../json.ts'
import { type ListedTool, parameterOf, parametersOf, requiredOf } from '../tool.ts'
import { wordsOf } from '../words.ts'
import { singular } from './nouns.ts'

/** A parameter that names something. */
export interface IdParam {
  readonly name: string
  /** What it names, as far as its own name says: `task` of `taskId` and of `task_ids`; '' of `id` and `path`. */
  readonly stem: string
  /** It takes several ids. */
  readonly isList: boolean
  readonly isRequired: boolean
}

/** Last words of parameters that carry ids. */
const idWords = new Set('id uid uuid guid iid key number reference path uri url slug name'.split(' '))

/** Parameters that are ids by themselves: where to look, rather than what at. */
const scopeWords = new Set(
  'owner repo repository org organization organisation workspace project namespace vault bucket database collection team'.split(
    ' ',
  ),
)

/** Ids that stand in one space for all kinds of things: a path is a file or a directory. */
const sharedWords = new Set('path uri url'.split(' '))

/** The parameters of a tool that name something, by name and type: texts and numbers without a list of choices. */
export function idParamsOf(tool: ListedTool): IdParam[] {
  const required = new Set(requiredOf(tool))
  return parametersOf(tool).flatMap(name => {
    const schema = parameterOf(tool, name)
    const words = wordsOf(name).map(singular)
    const last = words.at(-1) ?? ''
    const isId = idWords.has(last) || (words.length === 1 && scopeWords.has(last))
    if (!isId || !holdsIds(schema) || !/^[\w-]+$/.test(name)) return []
    return [{ name, stem: stemOf(words), isList: schema.type === 'array', isRequired: required.has(name) }]
  })
}

/** `issueIdOrKey` names an issue, `repo` a repo. */
function stemOf(words: readonly string[]): string {
  const length = words.findLastIndex(word => !idWords.has(word) && word !== 'or') + 1
  return words.slice(0, length).join('_')
}

/** Does this parameter name things of every kind in one space? */
export function isShared(param: IdParam): boolean {
  return param.stem === '' && sharedWords.has(wordsOf(param.name).map(singular).at(-1) ?? '')
}

/** Does it only say where to look: an owner, a project? */
export function isScope(param: IdParam): boolean {
  return scopeWords.has(wordsOf(param.name).map(singular).join('_'))
}

function holdsIds(schema: JsonObject): boolean {
  const isScalar = (type: unknown) => type === 'string' || type === 'integer' || type === 'number'
  if (schema.enum !== undefined) return false
  if (schema.type !== 'array') return isScalar(schema.type)
  return isScalar((schema.items as JsonObject | undefined)?.type)
}
