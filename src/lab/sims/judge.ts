import type { JsonObject } from '../../json.ts'
import { randomFor } from '../random.ts'
import { holds, type Scope } from './condition.ts'
import type { Condition, FailureRule, Says, SimRules, ToolRule } from './rules.ts'
import type { World } from './world.ts'

/** A call of a simulated server. */
export interface SimCall {
  readonly tool: string
  readonly args: JsonObject
}

/** What will become of a call. */
export type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'fails'; readonly why: Says }
  /** No such tool, or arguments that are not what the schema asks for. */
  | { readonly kind: 'malformed'; readonly why: string }

/**
 * The oracle: what this very call would do now, without making it. The simulator itself asks here first, so the two
 * cannot disagree; what is left to chance is decided by seed and number of the call, and so known as well.
 */
export function judge(rules: SimRules, world: World, call: SimCall): Verdict {
  if (call.tool === rules.listTool) return { kind: 'ok' }
  const args = argsOf(rules, call.tool)
  if (args === undefined) return { kind: 'malformed', why: `Unknown tool: ${call.tool}` }
  const wrong = wrongArgument(args, call.args)
  if (wrong !== undefined) return { kind: 'malformed', why: `Invalid arguments for ${call.tool}: ${wrong}` }
  const scope = scopeOf(rules, world, call)
  const missing = Object.values(args).find(
    each => 'names' in each && !each.mayBeMissing && scope.roles[each.names]?.fields === undefined,
  )
  if (missing !== undefined && 'names' in missing)
    return { kind: 'fails', why: worded(rules.notFound, scope, scope.roles[missing.names]?.id ?? '') }
  const why = failuresOf(rules, world, call.tool).find(each => happens(each, world, scope))
  return why === undefined ? { kind: 'ok' } : { kind: 'fails', why: worded(why, scope, idIn(scope)) }
}

/** The failures of a tool, as they are now. */
function failuresOf(rules: SimRules, { drifted }: World, tool: string): readonly FailureRule[] {
  return (drifted ? rules.drift[tool] : undefined) ?? rules.tools[tool]?.fails ?? []
}

/** The arguments of a tool, the reading one included; undefined for a tool that there is not. */
export function argsOf(rules: SimRules, tool: string): ToolRule['args'] | undefined {
  if (tool === rules.readTool) return { [rules.idParam]: { names: rules.resource } }
  return Object.hasOwn(rules.tools, tool) ? rules.tools[tool]?.args : undefined
}

/** Arguments and resources of a call, for conditions and changes. */
export function scopeOf(rules: SimRules, { resources }: World, { tool, args }: SimCall): Scope {
  const roles: Record<string, Scope['roles'][string]> = {}
  const rulesOfArgs = argsOf(rules, tool) ?? {}
  for (const name in rulesOfArgs) {
    const rule = rulesOfArgs[name]
    if (rule === undefined || !('names' in rule)) continue
    const id = String(args[name] ?? '')
    roles[rule.names] = { id, fields: Object.hasOwn(resources, id) ? resources[id] : undefined }
  }
  return { args, roles }
}

/** Does something that depends on conditions and on chance happen in the call that comes next? */
export function happens(
  { when, chance = 1 }: { readonly when: readonly Condition[]; readonly chance?: number },
  { seed, calls }: World,
  scope: Scope,
): boolean {
  if (!when.every(each => holds(each, scope))) return false
  return chance === 1 || randomFor(seed, 'chance', calls).next() < chance
}

function wrongArgument(rules: ToolRule['args'], args: JsonObject): string | undefined {
  for (const [name, rule] of Object.entries(rules)) {
    const type = 'number' in rule || 'read' in rule ? 'number' : 'string'
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    if (value === undefined) return `"${name}" is missing`
    const isRight =
      typeof value === type && (typeof value !== 'number' || (Number.isFinite(value) && value > 0))
    if (!isRight) return `"${name}" must be a ${type === 'number' ? 'number above 0' : type}`
  }
  const unknown = Object.keys(args).find(name => !Object.hasOwn(rules, name))
  return unknown === undefined ? undefined : `"${unknown.slice(0, 60)}" is not known`
}

function idIn({ roles }: Scope): string {
  return Object.values(roles)[0]?.id ?? ''
}

function worded({ code, says, soft }: Says, { args }: Scope, id: string): Says {
  const text = says
    .replaceAll('{id}', () => id)
    .replace(/\{args\.(\w+)\}/g, (_whole, name: string) => String(args[name] ?? ''))
  return soft ? { code, says: text, soft } : { code, says: text }
}
