import { isObject, type JsonObject, parseJson } from '../../json.ts'
import type { Channel } from '../benchmark/reply.ts'
import type { Category, Task } from '../benchmark/task.ts'
import { fulfils } from '../sims/eyes.ts'
import type { Sim } from '../sims/sim.ts'
import { visible } from '../sims/world.ts'
import { askModel, type ChatMessage, type Endpoint, type ToolCall, type Usage } from './endpoint.ts'
import { finishTool, openingOf, type Side, toolsFor } from './prompt.ts'

/** How a job ended: by what the model says, or because it went on for too long, or never said. */
export type Ending = 'reached' | 'unreachable' | 'out of turns' | 'no verdict'

/** What became of one job. */
export interface JobResult {
  readonly number: number
  readonly server: string
  readonly category: Category
  readonly side: Side
  readonly reachable: boolean
  readonly ending: Ending
  /** The goal is reached and the model says so; only a reachable one can be. */
  readonly finished: boolean
  /** It says that the goal cannot be reached, and it cannot. */
  readonly declared: boolean
  /** It says that the goal is reached, and it is not. */
  readonly falseSuccess: boolean
  /** Calls of tools, without the one that ends the job. */
  readonly toolCalls: number
  readonly turns: number
  /** Calls that change something and that the server refused. */
  readonly rejected: number
  /** Calls that the proxy stopped, and those of them that would have worked. */
  readonly refused: number
  readonly wronglyBlocked: number
  /** Calls whose arguments were no JSON object: nobody was called. */
  readonly malformed: number
  readonly usage: Usage
}

export interface JobParts {
  readonly task: Task
  readonly side: Side
  readonly sim: Sim
  readonly channelTo: (sim: Sim) => Channel
  readonly endpoint: Endpoint
  readonly mostTurns: number
  /** Asked before each turn with the size of what is to be sent; throws where the budget does not allow it. */
  readonly allow: (bytes: number) => void
  readonly spend: (usage: Usage) => void
}

/** Lets a model do one job, and has the oracle judge each of its calls before it is made. */
export async function doJob(parts: JobParts): Promise<JobResult> {
  const { task, side, sim, endpoint, mostTurns, allow, spend } = parts
  sim.restore(task.world)
  const hands = handsOf(parts)
  const messages: ChatMessage[] = openingOf(task)
  const tools = toolsFor(task, side)
  const usage = { input: 0, cached: 0, output: 0 }
  let turns = 0
  let ending: Ending = 'out of turns'
  let isReminded = false
  while (turns < mostTurns) {
    allow(Buffer.byteLength(JSON.stringify({ messages, tools })))
    const turn = await askModel(endpoint, messages, tools)
    turns++
    spend(turn.usage)
    for (const name of ['input', 'cached', 'output'] as const) usage[name] += turn.usage[name]
    messages.push(turn.message)
    const verdict = await answer(turn.calls, hands, messages)
    if (verdict !== undefined) {
      ending = verdict
      break
    }
    if (turn.calls.length > 0) continue
    if (isReminded) {
      ending = 'no verdict'
      break
    }
    isReminded = true
    messages.push({ role: 'user', content: `Call a tool, or end the job with ${finishTool}.` })
  }
  return judged(parts, ending, { turns, usage, ...hands.count })
}

interface Hands {
  readonly count: {
    toolCalls: number
    rejected: number
    refused: number
    wronglyBlocked: number
    malformed: number
  }
  /** Makes one call and gives what the model is to read of it. */
  call(tool: string, args: JsonObject): Promise<string>
}

function handsOf({ task: { rules }, sim, channelTo }: JobParts): Hands {
  let sent = false
  const watched: Sim = {
    ...sim,
    call(call) {
      sent ||= Object.hasOwn(rules.tools, call.tool)
      return sim.call(call)
    },
  }
  const channel = channelTo(watched)
  const count = { toolCalls: 0, rejected: 0, refused: 0, wronglyBlocked: 0, malformed: 0 }
  return {
    count,
    async call(tool, args) {
      const changes = Object.hasOwn(rules.tools, tool)
      const works = sim.judge({ tool, args }).kind === 'ok'
      sent = false
      count.toolCalls++
      const { texts, isError } = await channel({ tool, args })
      if (changes && sent && !works) count.rejected++
      if (changes && !sent) {
        count.refused++
        if (works) count.wronglyBlocked++
      }
      return `${isError ? 'Error: ' : ''}${texts.join('\n')}`
    },
  }
}

/** Every call of a turn is answered, in its order, until one of them ends the job. */
async function answer(
  calls: readonly ToolCall[],
  { call, count }: Hands,
  messages: ChatMessage[],
): Promise<'reached' | 'unreachable' | undefined> {
  for (const { id, name, args } of calls) {
    const given = args.trim() === '' ? {} : parseJson(args)
    const outcome = name === finishTool && isObject(given) ? given.outcome : undefined
    if (outcome === 'reached' || outcome === 'unreachable') return outcome
    let content: string
    if (name === finishTool) content = 'Error: outcome is "reached" or "unreachable".'
    else if (isObject(given)) content = await call(name, given)
    else {
      count.malformed++
      content = 'Error: the arguments are not a JSON object. Nothing was called.'
    }
    messages.push({ role: 'tool', tool_call_id: id, content })
  }
  return undefined
}

function judged(
  { task, side, sim }: JobParts,
  ending: Ending,
  counted: { turns: number; usage: Usage } & Hands['count'],
): JobResult {
  const { number, rules, category, target, goal, reachable } = task
  const fields = sim.world().resources[target]
  const isReached = fulfils(rules, goal, fields && visible(rules, fields))
  return {
    number,
    server: rules.name,
    category,
    side,
    reachable,
    ending,
    finished: reachable && ending === 'reached' && isReached,
    declared: !reachable && ending === 'unreachable',
    falseSuccess: ending === 'reached' && !isReached,
    ...counted,
  }
}
