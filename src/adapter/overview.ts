import type { Adapter, Effect } from './adapter.ts'
import { type Classified, classify } from './classify.ts'
import { requiredIds } from './draft/classified.ts'
import { idParamsOf, isScope } from './draft/ids.ts'
import { actionOf } from './draft/tools.ts'
import { own } from './own.ts'
import type { ListedTool } from './tool.ts'

/** What a tool does, in the words of `mcpgraphy tools`. */
export const toolClasses = ['reads', 'changes', 'destroys', 'unknown'] as const
export type ToolClass = (typeof toolClasses)[number]

/** One tool as far as its name, its hints and an adapter tell. */
export interface ToolOverview {
  readonly tool: string
  readonly class: ToolClass
  readonly why: string
  /** The argument that chooses what the tool does, with the class of each value that is known; null where none does. */
  readonly dependsOn: {
    readonly argument: string
    readonly classes: Readonly<Record<string, ToolClass>>
  } | null
  /** The ids by which a change should be carried out at most once: a suggestion, empty where there is none. */
  readonly atMostOncePer: readonly string[]
}

/**
 * Says of a tool what it does and why: the adapter first where there is one, as in the proxy; then its name, then the
 * server's hints. Where name and hints disagree it is `unknown`.
 */
export function toolOverview(tool: ListedTool, adapter: Adapter | null = null): ToolOverview {
  const { effect, why } = effectWithReason(tool, adapter)
  return {
    tool: tool.name,
    class: classOf[effect],
    why,
    dependsOn: dependsOn(tool, adapter),
    atMostOncePer: effect === 'MUTATING' || effect === 'DESTRUCTIVE' ? idsToRepeatBy(tool) : [],
  }
}

const classOf: Record<Classified['effect'], ToolClass> = {
  READ_ONLY: 'reads',
  MUTATING: 'changes',
  DESTRUCTIVE: 'destroys',
  UNKNOWN: 'unknown',
}

function effectWithReason(tool: ListedTool, adapter: Adapter | null): Classified {
  const apparent = classify(tool.name, tool.hints)
  const said = adapter && (own(adapter.tools, tool.name)?.effect ?? own(adapter.effectClasses, tool.name))
  if (!said || said === apparent.effect) return apparent
  return { effect: said, why: `the adapter says so (${apparent.why})` }
}

/** An argument matters where its values do different things, or where it alone tells what the tool does. */
function dependsOn(tool: ListedTool, adapter: Adapter | null): ToolOverview['dependsOn'] {
  const rule = adapter === null ? undefined : own(adapter.tools, tool.name)
  const drafted = actionOf(tool)
  const argument = rule?.actionParam ?? drafted?.action_param
  const effects: Readonly<Record<string, Effect>> = rule?.actionParam
    ? rule.effects
    : (drafted?.effects ?? {})
  const classes = Object.fromEntries(Object.entries(effects).map(([value, each]) => [value, classOf[each]]))
  const usual = classOf[effectWithReason(tool, adapter).effect]
  const isTold = Object.values(classes).some(each => each !== usual)
  return argument === undefined || !isTold ? null : { argument, classes }
}

/** The ids that a call must give; where they only say where to look (owner, repo), nothing is repeated by them. */
function idsToRepeatBy(tool: ListedTool): string[] {
  const ids = requiredIds({ ids: idParamsOf(tool) })
  return ids.every(isScope) ? [] : ids.map(id => id.name)
}
