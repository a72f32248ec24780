import type { Effect } from '../adapter.ts'
import { classify } from '../classify.ts'
import { type ListedTool, parameterOf, parametersOf, requiredOf } from '../tool.ts'
import { wordsOf } from '../words.ts'
import type { ClassifiedTool } from './classified.ts'
import { nounsOf } from './nouns.ts'
import type { DraftedResource } from './resource.ts'

/** A tool block of the file form. */
export interface DraftedTool {
  readonly roles?: Readonly<Record<string, string>>
  readonly action_param?: string
  readonly effects?: Readonly<Record<string, Effect>>
}

/** What is to be said of a tool besides its effect: two resources in one call, and an argument that chooses its action. */
export function toolBlock(
  tool: ClassifiedTool,
  resources: readonly DraftedResource[],
): DraftedTool | undefined {
  const roles = rolesOf(tool, resources)
  const action = actionOf(tool.tool)
  if (roles === undefined && action === undefined) return undefined
  return { ...(roles !== undefined && { roles }), ...action }
}

/** Parameters that say where something comes from and where it goes. */
const ends = /^(?:source|destination|src|dest|from|to|target|old|new)(?:_?(?:path|file|uri|id|name))?$/i

function rolesOf(tool: ClassifiedTool, resources: readonly DraftedResource[]): DraftedTool['roles'] {
  for (const resource of resources) {
    const paths = [...pairOf(tool.tool, resource), ...idsLike(tool, resource), ...inListOf(tool, resource)]
    if (paths.length > 1) return Object.fromEntries(paths.map(path => [path, resource.resource_class]))
  }
  return undefined
}

/** `move_file(source, destination)` where files are known by a path. */
function pairOf(tool: ListedTool, resource: DraftedResource): string[] {
  if (parametersOf(tool).includes(idOf(resource)) || !nounsOf(tool).includes(resource.resource_class))
    return []
  const pair = requiredOf(tool).filter(name => ends.test(name) && parameterOf(tool, name).type === 'string')
  return pair.length === 2 ? pair : []
}

/** `task_id` and `depends_on_task_id` in one call. */
function idsLike(tool: ClassifiedTool, resource: DraftedResource): string[] {
  const own = tool.ids.find(id => id.path === idOf(resource))
  if (own === undefined || own.plain === 'id' || own.plain === 'name') return []
  return tool.ids
    .filter(id => id.path === id.name && `_${id.plain}`.endsWith(`_${own.plain}`))
    .map(id => id.name)
}

/** `relations[*].from` and `relations[*].to`, where both are of the class. */
function inListOf(tool: ClassifiedTool, resource: DraftedResource): string[] {
  const paths = tool.ids
    .filter(id => id.isList && id.stem === resource.resource_class)
    .map(({ path }) => path)
  return paths.length > 1 ? paths : []
}

function idOf(resource: DraftedResource): string {
  return resource.id_param ?? resource.id_params?.at(-1) ?? ''
}

/** A switch for trying out, or a required choice whose values speak of different effects. */
export function actionOf(tool: ListedTool): DraftedTool | undefined {
  const dryRun = parametersOf(tool).find(name => wordsOf(name).join('_') === 'dry_run')
  if (dryRun !== undefined) return { action_param: dryRun, effects: { true: 'READ_ONLY' } }
  const chooser = requiredOf(tool).find(name => /^(?:action|mode|method|operation|command|op)$/i.test(name))
  const { enum: choices } = parameterOf(tool, chooser ?? '')
  if (chooser === undefined || !Array.isArray(choices)) return undefined
  const effects = choices
    .filter(choice => typeof choice === 'string')
    .flatMap(choice => {
      const { effect } = classify(choice, {})
      return effect === 'UNKNOWN' ? [] : [[choice, effect] as const]
    })
  return { action_param: chooser, ...(effects.length > 0 && { effects: Object.fromEntries(effects) }) }
}
