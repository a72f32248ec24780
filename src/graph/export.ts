import type { Json } from '../json.ts'
import { effectInWords, effectsOf } from './effects.ts'
import type { StateKey } from './evidence.ts'
import { expectationOf, needsOf } from './expectation.ts'
import { explanationsOf, inWords } from './explanation.ts'
import type { Edge, Model, ToolModel } from './model.ts'
import { inBrackets } from './state.ts'

/** The whole learned graph as JSON: the authoritative form. Keys are stable, lists are sorted. */
export function graphAsJson(model: Model): Json {
  const tools = [...model.tools].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    server: model.server,
    version: model.version,
    tools: tools.map(([name, tool]) => ({
      tool: name,
      ok: tool.ok,
      failed: tool.failed,
      other: Object.fromEntries(tool.other),
      roles: rolesOf(tool).map(role => ({
        role,
        needs: needsOf(tool, role),
        effects: effectsOf(tool, role).map(each => ({ ...each, words: effectInWords(each) })),
      })),
      failures: [...tool.classes.values()].map(each => ({
        what: each.key,
        times: each.count,
        distinct: each.distinct.size,
        explanations: explanationsOf(tool, each).map(inWords),
      })),
      edges: edgesOf(tool).map(each => edgeAsJson(tool, each)),
    })),
  }
}

/** The learned graph as a Mermaid flowchart: states are nodes, tools that worked are arrows, failures end in a cross. */
export function graphAsMermaid(model: Model): string {
  const nodes = new Map<string, string>()
  const node = (resourceClass: string, state: StateKey) => {
    const key = `${resourceClass} ${state}`
    if (!nodes.has(key)) nodes.set(key, `s${nodes.size}`)
    return nodes.get(key) ?? ''
  }
  const arrows = [...model.tools]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, tool]) => edgesOf(tool).flatMap(edge => arrowsOf(name, tool, edge, node)))
  const labels = [...nodes].map(([key, id]) => `  ${id}["${escaped(labelOf(key))}"]`)
  return ['flowchart LR', ...labels, ...arrows, ''].join('\n')
}

function arrowsOf(
  name: string,
  tool: ToolModel,
  edge: Edge,
  node: (of: string, state: StateKey) => string,
): string[] {
  const from = node(edge.resourceClass, edge.state)
  const label = edge.role === edge.resourceClass ? name : `${name} (${edge.role})`
  const worked = [...edge.after].map(
    ([state, times]) => `  ${from} -->|"${escaped(`${label} ${times}`)}"| ${node(edge.resourceClass, state)}`,
  )
  const { expects, classes } = expectationOf(tool, edge.role, edge.state)
  if (expects !== 'failure' && expects !== 'either') return worked
  return [...worked, ...classes.map(each => `  ${from} --x|"${escaped(`${label}: ${each.key}`)}"| ${from}`)]
}

function edgeAsJson(tool: ToolModel, edge: Edge): Json {
  const { status, expects, retest } = expectationOf(tool, edge.role, edge.state)
  return {
    role: edge.role,
    resource_class: edge.resourceClass,
    state: edge.state,
    status,
    expects,
    retest,
    ok: edge.ok,
    failed: Object.fromEntries([...edge.failed].map(([what, { count }]) => [what, count])),
    after: Object.fromEntries(edge.after),
  }
}

function edgesOf(tool: ToolModel): Edge[] {
  return [...tool.edges].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge)
}

function rolesOf(tool: ToolModel): string[] {
  return [...new Set(edgesOf(tool).map(({ role }) => role))]
}

function labelOf(key: string): string {
  const space = key.indexOf(' ')
  return `${key.slice(0, space)} ${inBrackets(key.slice(space + 1))}`
}

/** Text inside a Mermaid label: quotes and markup as entities, so that a server's words stay words. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .replace(/[#&"<>|`[\]{}]/g, character => `#${character.charCodeAt(0)};`)
    .slice(0, 120)
}
