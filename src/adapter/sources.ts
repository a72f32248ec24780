import type { Adapter, ResourceRule } from './adapter.ts'
import { own } from './own.ts'

/** One way in which arguments name a resource: the role it plays then, and a path for each part of its id. */
export interface Source {
  readonly role: string
  readonly paths: readonly string[]
}

/** A class that the tool's own roles name is looked for only there; other classes by their parameters. */
export function sourcesOf(adapter: Adapter, rule: ResourceRule, tool: string): Source[] {
  const roles = own(adapter.tools, tool)?.roles ?? {}
  const named = Object.keys(roles).filter(path => roles[path] === rule.resourceClass)
  if (named.length > 0) return named.map(path => ({ role: lastName(path), paths: [...scopeOf(rule), path] }))
  if (rule.onlyTools !== null && !rule.onlyTools.includes(tool)) return []
  return spellings(rule).map(paths => ({ role: rule.resourceClass, paths }))
}

/** A role stands for the last part of a composite id; the parts before it come from their own parameters. */
function scopeOf(rule: ResourceRule): readonly string[] {
  return rule.idParams.slice(0, -1)
}

/** `relations[*].from` plays the role `from`. */
function lastName(path: string): string {
  return (
    path
      .replace(/\[[^\]]*\]/g, '')
      .split('.')
      .at(-1) || path
  )
}

/** Every choice of one path for each part: its parameter, or one of its aliases. */
function spellings(rule: ResourceRule): string[][] {
  return rule.idParams.reduce<string[][]>(
    (begun, param) => {
      const names = [param, ...(own(rule.idAliases, param) ?? [])]
      return begun.flatMap(paths => names.map(name => [...paths, name]))
    },
    [[]],
  )
}

/** The parameter in which an argument path begins: `orders` of `orders[*].id`. */
export function parameterIn(path: string): string {
  return path.split(/[.[]/)[0] ?? path
}
