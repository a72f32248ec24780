import type { Adapter } from '../adapter/adapter.ts'
import { edgeLabel, effectOf, needsApproval } from '../adapter/effect.ts'
import { rolesOfTool } from '../adapter/roles.ts'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import type { Authorization, EffectClass } from '../advice/call.ts'
import type { Candidate } from '../advice/offers.ts'
import type { Model } from '../graph/model.ts'
import type { Json, JsonObject } from '../json.ts'
import { digestOf } from './digest.ts'
import type { ToolRecord } from './memory.ts'
import type { Policy } from './policy.ts'

/** The server's tools as it last listed them, and what is said of them. */
export interface Catalogue {
  readonly tools: ReadonlyMap<string, ListedTool>
  /** Fingerprint of a tool's schema, '' where it was never listed. */
  schemaOf(tool: string): string
  /** Begins anew with the first page of a listing, or takes one more page. */
  take(definitions: readonly Json[], isFirstPage: boolean): void
  /** The definitions for the next start. */
  records(): ToolRecord[]
}

export function createCatalogue(records: readonly ToolRecord[] = []): Catalogue {
  const tools = new Map<string, ListedTool>()
  const kept = new Map<string, ToolRecord>()
  for (const record of records) add(tools, kept, JSON.parse(record.definition) as Json)
  return {
    tools,
    schemaOf: tool => kept.get(tool)?.schema ?? '',
    take(definitions, isFirstPage) {
      if (isFirstPage) {
        tools.clear()
        kept.clear()
      }
      for (const definition of definitions) add(tools, kept, definition)
    },
    records: () => [...kept.values()],
  }
}

function add(tools: Map<string, ListedTool>, kept: Map<string, ToolRecord>, definition: Json): void {
  const [tool] = listedTools([definition])
  if (tool === undefined) return
  const schema = digestOf([tool.inputSchema, tool.outputSchema]).slice(0, 16)
  tools.set(tool.name, tool)
  kept.set(tool.name, { name: tool.name, schema, definition: JSON.stringify(definition) })
}

/** What a call does, and whether a person allowed it. */
export interface Standing {
  /** The edge label; see Evidence.tool. */
  readonly label: string
  readonly effect: EffectClass
  readonly authorization: Authorization
}

/** What a tool may do and who allows it: by the adapter first, then by what its server and its name say. */
export function standingOf(
  adapter: Adapter | null,
  catalogue: Catalogue,
  policy: Pick<Policy, 'isApproved'>,
  tool: string,
  args: JsonObject,
): Standing {
  const hints = catalogue.tools.get(tool)?.hints ?? {}
  const effect = effectOf(adapter, tool, args, hints)
  const gated = needsApproval(adapter, tool, effect)
  const authorization = !gated ? 'not-required' : policy.isApproved(tool) ? 'approved' : 'required'
  return { label: edgeLabel(adapter, tool, args), effect, authorization }
}

/** The tools that act on resources of one class, in each role that they can play there. */
export function candidatesFor(
  adapter: Adapter,
  catalogue: Catalogue,
  policy: Pick<Policy, 'isApproved'>,
  model: Model,
  resourceClass: string,
): Candidate[] {
  return [...catalogue.tools.values()].flatMap(tool =>
    rolesIn(adapter, tool)
      .filter(each => each.resourceClass === resourceClass)
      .flatMap(({ role }) =>
        actionsOf(adapter, tool.name, model).map(args => {
          const { label, effect, authorization } = standingOf(adapter, catalogue, policy, tool.name, args)
          return { tool: label, role, resourceClass, effect, authorization }
        }),
      ),
  )
}

type Roles = ReturnType<typeof rolesOfTool>

const rolesKept = new WeakMap<ListedTool, { readonly adapter: Adapter; readonly roles: Roles }>()

/** Asked with every line and the same until the tools are listed anew. */
function rolesIn(adapter: Adapter, tool: ListedTool): Roles {
  const kept = rolesKept.get(tool)
  if (kept?.adapter === adapter) return kept.roles
  const roles = rolesOfTool(adapter, tool)
  rolesKept.set(tool, { adapter, roles })
  return roles
}

/** The tool as it is, and each action of it that was called so far or that the adapter names. */
function actionsOf(adapter: Adapter, tool: string, model: Model): JsonObject[] {
  const rule = Object.hasOwn(adapter.tools, tool) ? adapter.tools[tool] : undefined
  const param = rule?.actionParam
  if (!param) return [{}]
  const prefix = `${tool} ${param}=`
  const seen = [...model.tools.keys()]
    .filter(label => label.startsWith(prefix))
    .map(label => label.slice(prefix.length))
  const actions = new Set([...Object.keys(rule.effects), ...seen])
  actions.delete('false')
  return [{}, ...[...actions].map(action => ({ [param]: action }))]
}
