import { type ClassifiedTool, requiredIds } from './classified.ts'
import { type IdParam, isShared } from './ids.ts'
import { nounsOf } from './nouns.ts'

/** Something that tools act on: what it is called, the parameter that names it, and the tools that require that. */
export interface ResourceGuess {
  /** One word or several joined by `_`; '' where only the reading tool can tell. */
  readonly noun: string
  readonly idParam: string
  readonly tools: readonly ClassifiedTool[]
  /** How many tools of the server require a parameter of that name. */
  readonly uses: ReadonlyMap<string, number>
}

/**
 * The things that tools act on, found by the parameters that name them: `task_id` is of a task. Where the parameter says
 * only `id`, the nouns of the tools tell things apart; a `path` is one kind of thing for all tools.
 * Only things that some tool may change are worth an adapter.
 */
export function resourcesIn(tools: readonly ClassifiedTool[], common: ReadonlySet<string>): ResourceGuess[] {
  const guesses = new Map<string, ResourceGuess & { tools: ClassifiedTool[] }>()
  const uses = usesIn(tools)
  for (const tool of tools) {
    for (const param of requiredIds(tool)) {
      const noun = nounOf(param, tool, common)
      const key = `${noun} ${param.name}`
      const guess = guesses.get(key) ?? { noun, idParam: param.name, tools: [], uses }
      guess.tools.push(tool)
      guesses.set(key, guess)
    }
  }
  return [...guesses.values()]
    .filter(guess => guess.tools.some(tool => tool.effect !== 'READ_ONLY'))
    .map(guess => ({ ...guess, noun: plainer(guess, common) }))
}

/** Nouns that name any kind of thing: where all the tools speak of a note, a `filename` is a note's. */
const vague = new Set('file item object resource record entry node element target document thing'.split(' '))

/** The noun that all tools share says more than a vague one; a pull request is no pull. */
function plainer({ noun, tools }: ResourceGuess, common: ReadonlySet<string>): string {
  const isRequest = tools.some(({ tool }) => /(?:pull|merge)[_-]?requests?/i.test(tool.name))
  if ((noun === 'pull' || noun === 'merge') && isRequest) return `${noun}_request`
  if (!vague.has(noun)) return noun
  const [first, ...others] = tools.map(({ tool }) => nounsOf(tool, common))
  const shared = first?.filter(each => others.every(nouns => nouns.includes(each))) ?? []
  return tools.length > 1 && shared.length === 1 && shared[0] !== undefined ? shared[0] : noun
}

function usesIn(tools: readonly ClassifiedTool[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const id of tools.flatMap(requiredIds)) uses.set(id.name, (uses.get(id.name) ?? 0) + 1)
  return uses
}

function nounOf(param: IdParam, tool: ClassifiedTool, common: ReadonlySet<string>): string {
  if (param.stem !== '') return param.stem
  return isShared(param) ? '' : nounsOf(tool.tool, common).join('_')
}
