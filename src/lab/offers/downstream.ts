import type { JsonObject } from '../../json.ts'
import { isObject } from '../../json.ts'
import type { Ask } from '../../relay/intercept.ts'
import { messageOf } from '../../relay/message.ts'
import type { Session } from '../../relay/session.ts'
import type { Sim } from '../sims/sim.ts'

/** The server whose tools are offered: a real one behind a session, or a simulator in this process. */
export interface Downstream {
  readonly ask: Ask
  tools(): Promise<readonly JsonObject[]>
  /** Has the server said, since this was last asked, that its tools are others now? */
  takeListChange(): boolean
  close(): Promise<void>
}

export function sessionDownstream({ ask, tools, takeListChange, close }: Session): Downstream {
  return { ask, tools, takeListChange, close }
}

export function simDownstream(sim: Sim): Downstream {
  return {
    tools: async () => sim.definitions.filter(isObject),
    takeListChange: () => false,
    close: async () => undefined,
    ask: async (_method, params) => {
      const { name, arguments: args } = params as { name: string; arguments?: JsonObject }
      const answer = sim.call({ tool: name, args: args ?? {} })
      return { kind: 'answer', message: messageOf({ jsonrpc: '2.0', id: 0, ...answer }) }
    },
  }
}
