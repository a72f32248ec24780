import type { Json, JsonObject } from '../json.ts'
import type { Adapter, Effect, ToolRule } from './adapter.ts'
import { classify } from './classify.ts'
import { own } from './own.ts'
import type { Hints } from './tool.ts'

/** Longest value of an action that becomes part of an edge's name; longer ones are no choice but content. */
const longestAction = 40

/**
 * What a call does: as the adapter says for the action that its arguments choose, for the tool, or for the tool's
 * class; else what the tool's name and hints say. A raw `annotations` object may stand as `hints`.
 */
export function effectOf(
  adapter: Adapter | null,
  tool: string,
  args: JsonObject,
  hints: Hints = {},
): Effect | 'UNKNOWN' {
  const rule = ruleOf(adapter, tool)
  const action = rule === undefined ? undefined : actionIn(rule, args)
  const byAction = rule !== undefined && action !== undefined ? own(rule.effects, action) : undefined
  return byAction ?? rule?.effect ?? own(adapter?.effectClasses ?? {}, tool) ?? classify(tool, hints).effect
}

/**
 * What an edge is called: the tool, with the argument that chooses its action (`git_branch mode=delete`). A switch that
 * is off is the same as one that is not given.
 */
export function edgeLabel(adapter: Adapter | null, tool: string, args: JsonObject): string {
  const rule = ruleOf(adapter, tool)
  const action = rule === undefined ? undefined : actionIn(rule, args)
  return action === undefined || action === 'false' ? tool : `${tool} ${rule?.actionParam}=${action}`
}

/** Must a person approve the tool before `block` lets it through? Destructive tools, and those that the adapter lists. */
export function needsApproval(adapter: Adapter | null, tool: string, effect: Effect | 'UNKNOWN'): boolean {
  return effect === 'DESTRUCTIVE' || (adapter?.approvalRequired.includes(tool) ?? false)
}

function ruleOf(adapter: Adapter | null, tool: string): ToolRule | undefined {
  return adapter === null ? undefined : own(adapter.tools, tool)
}

/** The action that the arguments choose, as text; undefined where the tool has none or it is not one short value. */
function actionIn(rule: ToolRule, args: JsonObject): string | undefined {
  const value: Json | undefined = rule.actionParam === null ? undefined : own(args, rule.actionParam)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const text = String(value)
  return text.length <= longestAction && !/[\u0000-\u001f\u007f]/.test(text) ? text : undefined
}
