import type { JsonObject } from '../json.ts'
import type { Adapter, ResourceRule } from './adapter.ts'
import { idsAt } from './ids.ts'
import { refOf } from './ref.ts'
import { parameterIn, sourcesOf } from './sources.ts'
import { type ListedTool, parametersOf } from './tool.ts'

/** One resource that a call names, and the part that it plays in the call. */
export interface Role {
  /** The resource class, or the argument that the adapter gives a role of its own (`source`). */
  readonly role: string
  readonly resourceClass: string
  readonly rule: ResourceRule
  /** One text for each of the rule's id parameters. */
  readonly id: readonly string[]
  /** `class:id`, see ref.ts. */
  readonly ref: string
}

/** Most resources of one call that are read; a call that names more would cost more reads than it is worth. */
export const mostRoles = 8

/** The resources that a call names: the first `mostRoles` in the order of the adapter and of the arguments. */
export function rolesOf(adapter: Adapter, tool: string, args: JsonObject): Role[] {
  return namedBy(adapter, tool, args).roles
}

/** The resources that a call names, and how many more it names than are looked at. */
export function namedBy(
  adapter: Adapter,
  tool: string,
  args: JsonObject,
): { roles: Role[]; dropped: number } {
  const byKey = new Map<string, Role>()
  for (const rule of adapter.resources) {
    for (const source of sourcesOf(adapter, rule, tool)) {
      for (const id of idsAt(source.paths.map(path => ({ from: args, path })))) {
        const role = { role: source.role, resourceClass: rule.resourceClass, rule, id, ref: refOf(rule, id) }
        byKey.set(JSON.stringify([role.role, role.ref]), role)
      }
    }
  }
  const roles = [...byKey.values()]
  return { roles: roles.slice(0, mostRoles), dropped: Math.max(0, roles.length - mostRoles) }
}

/**
 * The argument paths by which a tool may name resources (`path`, `paths[*]`, `owner`): ids, which never explain
 * anything.
 */
export function idArguments(adapter: Adapter, tool: string): ReadonlySet<string> {
  const sources = adapter.resources.flatMap(rule => sourcesOf(adapter, rule, tool))
  return new Set(sources.flatMap(source => source.paths))
}

/** The roles that resources can play in calls of a tool, as its parameters tell: each role and class once. */
export function rolesOfTool(adapter: Adapter, tool: ListedTool): { role: string; resourceClass: string }[] {
  const parameters = new Set(parametersOf(tool))
  const roles = adapter.resources.flatMap(rule =>
    sourcesOf(adapter, rule, tool.name)
      .filter(({ paths }) => paths.every(path => parameters.has(path) || parameters.has(parameterIn(path))))
      .map(({ role }) => ({ role, resourceClass: rule.resourceClass })),
  )
  return [...new Map(roles.map(each => [JSON.stringify(each), each])).values()]
}
