import { clean } from '../advice/words.ts'
import type { Json, JsonObject } from '../json.ts'

export const ownPrefix = 'mcpgraphy_'

/** Is this one of our four tools? */
export function isOwnTool(name: string): name is OwnTool {
  return names.has(name)
}

export type OwnTool = `${typeof ownPrefix}${'affordances' | 'explain' | 'graph' | 'status'}`

/**
 * What the agent sees of us beside the server's tools, always in this order and without an output schema: hosts show
 * the text of a result, and it is all there is.
 */
export const ownTools: readonly JsonObject[] = [
  tool(
    'affordances',
    'What can be done with a resource now',
    'For one resource, right now: which of this server’s tools are known to work, need approval, are known to fail from its present state, or were never tried. With a goal, also the way there. Never calls a tool that changes anything.',
    {
      resource_ref: text('The resource as class:id, for example file:/srv/notes.txt'),
      goal: {
        type: 'object',
        description: 'Features that are wanted, for example {"status": "PUBLISHED"}',
        additionalProperties: true,
      },
    },
    ['resource_ref'],
  ),
  tool(
    'explain',
    'Why an offer is what it is',
    'The guard, the observations for and against, the counterexamples and what was never tried, for one offer of mcpgraphy_affordances.',
    { offer_id: text('The id of an offer, for example edit_file@file:exists=false') },
    ['offer_id'],
  ),
  tool(
    'graph',
    'What was learned of this server',
    'The whole learned behaviour graph: as JSON (authoritative) or as a Mermaid flowchart.',
    { format: { type: 'string', enum: ['json', 'mermaid'], description: 'json unless told otherwise' } },
    [],
  ),
  tool(
    'status',
    'What mcpgraphy does here',
    'Calls recorded, warnings, refusals, the mode and the version of the model.',
    {},
    [],
  ),
]

const names = new Set(ownTools.map(each => String(each.name)))

/** A text argument of a call to one of our tools: what the agent says is data too. */
export function textArgument(args: JsonObject, name: string): string {
  const value: Json | undefined = args[name]
  return typeof value === 'string' ? value.slice(0, 4000) : ''
}

/** The answer of one of our tools. */
export function answerOf(text: string, isError = false): JsonObject {
  return { content: [{ type: 'text', text }], ...(isError ? { isError: true } : {}) }
}

/** A list of names for a message, cut. */
export function listed(all: readonly string[], most = 20): string {
  const shown = all.slice(0, most).map(each => clean(each, 60))
  return all.length > most ? `${shown.join(', ')} and ${all.length - most} more` : shown.join(', ')
}

function tool(
  name: string,
  title: string,
  description: string,
  properties: JsonObject,
  required: readonly string[],
): JsonObject {
  return {
    name: `${ownPrefix}${name}`,
    title,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}

function text(description: string): JsonObject {
  return { type: 'string', description }
}
