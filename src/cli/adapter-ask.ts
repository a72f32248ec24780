import type { Reading } from '../adapter/read.ts'
import type { JsonObject } from '../json.ts'
import { Problem } from '../problem.ts'
import type { Session } from '../relay/session.ts'

/** Makes one reading. A JSON-RPC error is an answer too: it may say that the resource does not exist. */
export async function askTool(session: Session, { tool, arguments: args }: Reading): Promise<JsonObject> {
  try {
    return await session.request('tools/call', { name: tool, arguments: args })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'server-refused') throw error
    return { isError: true, content: [{ type: 'text', text: error.message }] }
  }
}
