import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { ownTools } from '../../gate/own-tools.ts'
import type { JsonObject } from '../../json.ts'
import { type Desk, executeTool } from './desk.ts'

/** The offers server as an MCP server, to be connected to a transport. Several may stand before one desk. */
export function offersServer(desk: Desk, name: string, version: string): Server {
  const server = new Server(
    { name: `mcpgraphy-offers-${name}`, version },
    { capabilities: { tools: {} }, instructions: instructionsFor(desk) },
  )
  const tools = desk.executes ? [...ownTools, execution] : ownTools
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools as never[] }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    desk.call(params.name, (params.arguments ?? {}) as JsonObject),
  )
  return server
}

function instructionsFor({ executes }: Desk): string {
  const offers = 'Ask mcpgraphy_affordances what can be done with a resource.'
  return executes ? `${offers} Carry one of its offers out with ${executeTool}.` : offers
}

const execution: JsonObject = {
  name: executeTool,
  title: 'Carry out an offer',
  description:
    'Carries out one offer of mcpgraphy_affordances. The resource is read again first: if its state has moved, nothing is done. Unknown offers, and what the host has not allowed, are refused. A retry with the same idempotency_key never acts twice.',
  inputSchema: {
    type: 'object',
    properties: {
      resource_ref: { type: 'string', description: 'The resource as class:id' },
      offer_id: { type: 'string', description: 'The id of the offer, as mcpgraphy_affordances gave it' },
      arguments: {
        type: 'object',
        description: 'Arguments of the tool beside those that name the resource',
        additionalProperties: true,
      },
      idempotency_key: {
        type: 'string',
        description: 'A new text of your choice for each action; the same one for a retry of it',
        minLength: 1,
        maxLength: 200,
      },
    },
    required: ['resource_ref', 'offer_id'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
}
