import type { Effect } from '../adapter.ts'
import { classify } from '../classify.ts'
import type { ListedTool } from '../tool.ts'
import { wordsOf } from '../words.ts'
import { type IdParam, idParamsOf } from './ids.ts'
import { nounsOf } from './nouns.ts'

/** A tool with what its name and hints say that it does, and the parameters that name something. */
export interface ClassifiedTool {
  readonly tool: ListedTool
  readonly effect: Effect | 'UNKNOWN'
  readonly why: string
  readonly ids: readonly IdParam[]
  /** The words of its name, and those of them that are nouns. */
  readonly words: readonly string[]
  readonly nouns: readonly string[]
}

/** Looks at every tool once. */
export function classified(tools: readonly ListedTool[]): ClassifiedTool[] {
  return tools.map(tool => ({
    tool,
    ...classify(tool.name, tool.hints),
    ids: idParamsOf(tool),
    words: wordsOf(tool.name),
    nouns: nounsOf(tool),
  }))
}

/** The single ids without which the tool cannot be called. */
export function requiredIds(tool: Pick<ClassifiedTool, 'ids'>): IdParam[] {
  return tool.ids.filter(id => id.isRequired && !id.isList)
}
