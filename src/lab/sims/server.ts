import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '../../json.ts'
import type { Sim } from './sim.ts'

/** A simulator as an MCP server, to be connected to a transport. Several may stand before one simulator. */
export function serverOf(sim: Sim): Server {
  const { name, about } = sim.rules
  const server = new Server(
    { name, version: '1' },
    { capabilities: { tools: {} }, instructions: `A sandbox: ${about}. Nothing in it is real.` },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...sim.definitions] as never[] }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const answer = sim.call({ tool: params.name, args: (params.arguments ?? {}) as JsonObject })
    if ('result' in answer) return answer.result
    throw Object.assign(new Error(String(answer.error.message)), { code: answer.error.code })
  })
  return server
}
