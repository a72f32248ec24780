import type { JsonObject } from '../../json.ts'
import type { ListedTool } from '../tool.ts'
import { wordsOf } from '../words.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { singular } from './nouns.ts'

/** A place in a tool's arguments that names something. */
export interface IdParam extends Leaf {
  /** What it names, as far as its own name says: `task` of `taskId` and of `task_ids`; '' of `id` and `path`. */
  readonly stem: string
  /** Its name in lower case and in the singular: `task_id` of `taskIds`. */
  readonly plain: string
  /** It takes several ids. */
  readonly isList: boolean
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

/** Words of a description before "name" or "id" that say nothing of what is named. */
const plainWords = new Set(
  'a an the of or and its their this that new old own full unique valid exact given optional required numeric string internal display file'.split(
    ' ',
  ),
)

/** The places of a tool that name something, by name and type: texts and numbers without a list of choices. */
export function idParamsOf(tool: ListedTool): IdParam[] {
  return leavesOf(tool).flatMap(leaf => {
    if (!holdsIds(leaf.schema) || !/^[\w-]+$/.test(leaf.name)) return []
    const words = idWordsOf(leaf.name)
    const last = words.at(-1) ?? ''
    const isId = idWords.has(last) || (words.length === 1 && scopeWords.has(last))
    const isEnd = leaf.list !== null && /^(?:from|to|source|target)$/.test(leaf.name)
    if (!isId && !isEnd) return []
    const stem = isEnd ? stemInWords(leaf.schema) : stemOf(words)
    if (isEnd && stem === '') return []
    return [
      {
        ...leaf,
        stem: stem === '' ? stemOfList(leaf) : stem,
        plain: plainName(leaf.name),
        isList: leaf.list !== null,
      },
    ]
  })
}

/** The words of a parameter's name, in the singular; `filename` is two of them. */
function idWordsOf(name: string): string[] {
  return wordsOf(name)
    .flatMap(word => /^(\w{3,}?)(name|path|uid|uri|url)s?$/.exec(word)?.slice(1) ?? [word])
    .map(singular)
}

/** `issueIdOrKey` names an issue, `repo` a repo. */
function stemOf(words: readonly string[]): string {
  const length = words.findLastIndex(word => !idWords.has(word) && word !== 'or') + 1
  return words.slice(0, length).join('_')
}

/** In a list that only says `names`, its description says of what; the items of `entities` are entities. */
function stemOfList({ list, path, schema }: Leaf): string {
  if (list === null) return ''
  return path.endsWith('[*]') ? stemInWords(schema) : singular(wordsOf(list).at(-1) ?? '')
}

/** What a description says that a name, id or key is of: "the name of the entity", "array of entity names". */
export function stemInWords(schema: JsonObject): string {
  const text = typeof schema.description === 'string' ? schema.description.slice(0, 300) : ''
  const noun =
    /\b(?:names?|ids?|keys?|identifiers?) of (?:an? |the |each )?(?:\w+ing )?([a-z]+)\b/i.exec(text)?.[1] ??
    /\b([a-z]+) (?:names|ids|keys|identifiers)\b/i.exec(text)?.[1] ??
    ''
  const word = singular(noun.toLowerCase())
  return plainWords.has(word) ? '' : word
}

/** Does this parameter name things of every kind in one space? */
export function isShared(param: IdParam): boolean {
  return param.stem === '' && sharedWords.has(idWordsOf(param.name).at(-1) ?? '')
}

/** Does it only say where to look: an owner, a project? */
export function isScope(param: IdParam): boolean {
  return scopeWords.has(wordsOf(param.name).map(singular).join('_'))
}

function holdsIds(schema: JsonObject): boolean {
  const types = [schema.type ?? []].flat()
  return (
    schema.enum === undefined &&
    types.some(type => type === 'string' || type === 'integer' || type === 'number')
  )
}

/** A parameter's name in lower case and in the singular. */
export function plainName(name: string): string {
  return wordsOf(name).map(singular).join('_')
}
