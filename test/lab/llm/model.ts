import { isObject, type JsonObject, parseJson } from '../../../src/json.ts'
import type { Asked, Step } from './endpoint.ts'

/**
 * A scripted model that knows nothing of the servers: it reads the resource, tries the tools that change something in
 * the order in which they are listed, each once a state, skips what a line says will fail, and says that the goal is
 * reached when it reads so. When nothing is left it says that it cannot be reached.
 */
export function steadyModel({ messages, tools, body }: Asked): Step {
  const [, job] = messages
  const [, id = '', goal = ''] = /Bring the \w+ (\S+) to: (.*)\./.exec(String(job?.content)) ?? []
  const read = tools.find(name => name.startsWith('get_')) ?? ''
  const shown = messages.filter(each => each.role === 'tool').map(each => String(each.content))
  const made = messages.flatMap(callsOf)
  const last = shown.at(-1)
  if (last === undefined) return call(read, body, id)
  const state = resourceIn(last)
  if (state !== undefined && goal.split(', ').every(part => holds(state, part))) return finish('reached')
  if (state === undefined && made.at(-1) !== read) return call(read, body, id)
  const no = /\| no: ([^|\n]*)/.exec(last)?.[1] ?? ''
  const next = tools.find(
    name =>
      !/^(get_|list_|mcpgraphy_|finish_job)/.test(name) &&
      !made.includes(name) &&
      !no.split('; ').includes(name),
  )
  return next === undefined ? finish('unreachable') : call(next, body, id)
}

function finish(outcome: string): Step {
  return { calls: [{ name: 'finish_job', args: { outcome } }] }
}

/** The call with arguments that its schema allows: the resource, and of everything else the first value. */
function call(name: string, body: JsonObject, id: string): Step {
  const tools = body.tools as readonly { function: { name: string; parameters: JsonObject } }[]
  const { properties } = tools.find(each => each.function.name === name)!.function.parameters
  const args = Object.entries(isObject(properties) ? properties : {}).map(([key, schema], index) => {
    if (index === 0) return [key, id]
    const { type, enum: values } = schema as { type?: string; enum?: readonly string[] }
    return [key, values?.[0] ?? (type === 'number' ? 1 : 'x')]
  })
  return { calls: [{ name, args: Object.fromEntries(args) }] }
}

function callsOf({ tool_calls: calls }: JsonObject): string[] {
  return Array.isArray(calls) ? calls.map(each => (each as { function: { name: string } }).function.name) : []
}

function resourceIn(text: string): JsonObject | undefined {
  const value = parseJson(text.split('\n')[0] ?? '')
  return isObject(value) && value.success !== false ? value : undefined
}

function holds(state: JsonObject, part: string): boolean {
  const [name = '', value = ''] = part.split(' = ')
  return name === 'exists'
    ? (state.deleted !== true) === (value === 'true')
    : JSON.stringify(state[name]) === value
}
