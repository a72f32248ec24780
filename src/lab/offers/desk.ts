import { randomUUID } from 'node:crypto'
import type { Adapter } from '../../adapter/adapter.ts'
import { usable } from '../../adapter/usable.ts'
import { type Catalogue, createCatalogue } from '../../gate/catalogue.ts'
import { createContext, type Gate } from '../../gate/context.ts'
import { digestOf } from '../../gate/digest.ts'
import type { Memory } from '../../gate/memory.ts'
import { createObserver } from '../../gate/observe.ts'
import { answerOwnTool } from '../../gate/own-answers.ts'
import { answerOf, isOwnTool } from '../../gate/own-tools.ts'
import type { GateParts, Known } from '../../gate/parts.ts'
import type { JsonObject } from '../../json.ts'
import { Problem } from '../../problem.ts'
import type { Downstream } from './downstream.ts'
import { execute } from './execute.ts'
import type { Journal } from './journal.ts'
import { type HostPolicy, isApproved } from './policy.ts'

export interface DeskOptions {
  readonly server: string
  readonly downstream: Downstream
  readonly memory: Memory
  /** What reads the resources of the tools that the server lists. */
  readonly adapterFor: (tools: Catalogue) => Adapter
  /** undefined: nothing is carried out. */
  readonly policy: HostPolicy | undefined
  readonly journal: Journal | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  tell(problem: unknown): void
}

/** What answers the tools of the offers server. */
export interface Desk {
  /** Whether anything may be carried out at all. */
  readonly executes: boolean
  call(tool: string, args: JsonObject): Promise<JsonObject>
}

/** Joins a server, its adapter and what was learned of it. Throws what listing its tools does. */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const { downstream, memory, policy, journal, tell } = options
  const catalogue = createCatalogue()
  const readTools = async () => {
    catalogue.take(await downstream.tools(), true)
    await memory.saveTools(catalogue.records())
    return knownOf(options, catalogue)
  }
  let known = await readTools()
  let isOutdated = false
  const oneListing = createTurns()
  const keepUp = () =>
    oneListing(async () => {
      isOutdated ||= downstream.takeListChange()
      if (isOutdated) known = await readTools()
      isOutdated = false
    })
  const gate = createContext(partsOf(options, catalogue, () => known))
  const inTurn = createTurns()
  const carryOut = (args: JsonObject) =>
    policy === undefined || journal === undefined
      ? turnedOff(gate, memory, args)
      : inTurn(() => execute({ gate, memory, downstream, policy, journal }, args))
  return {
    executes: policy !== undefined,
    async call(tool, args) {
      try {
        await keepUp()
        if (isOwnTool(tool)) return await ownAnswer(gate, downstream, tool, args)
        if (tool === executeTool) return await carryOut(args)
        return answerOf(`There is no tool ${tool.slice(0, 100)} here.`, true)
      } catch (problem) {
        tell(problem)
        return answerOf(
          problem instanceof Problem
            ? `${problem.message} ${problem.now}`
            : 'This failed in a way that it should not; nothing more was done. The log of the offers server says where.',
          true,
        )
      }
    },
  }
}

/** The one tool of ours that changes anything. */
export const executeTool = 'execute_offered_action'

/** It is not listed then; one who calls it all the same is told why, and it stands in the log. */
async function turnedOff({ parts }: Gate, memory: Memory, args: JsonObject): Promise<JsonObject> {
  const reason = `${executeTool} is off: the host was started without a policy that turns it on`
  await memory.note({
    at: parts.now(),
    tool: executeTool,
    resources: [],
    decision: 'refused',
    reason,
    requestDigest: digestOf(args),
    replyDigest: 'none',
  })
  return answerOf(`mcpgraphy refused this: ${reason}.`, true)
}

async function ownAnswer(
  { parts }: Gate,
  { ask }: Downstream,
  tool: Parameters<typeof answerOwnTool>[1],
  args: JsonObject,
): Promise<JsonObject> {
  const { text, isError } = await answerOwnTool(parts, tool, args, (reading, timeoutMs) =>
    ask('tools/call', { name: reading.tool, arguments: reading.arguments }, { timeoutMs }),
  )
  return answerOf(text, isError)
}

/** What reads the resources, as far as the tools that the server lists allow. */
function knownOf({ server, adapterFor, tell }: DeskOptions, catalogue: Catalogue): Known {
  const fit = usable(adapterFor(catalogue), [...catalogue.tools.values()])
  for (const problem of fit.problems) tell(new Problem('adapter-unfit', { adapter: server, ...problem }))
  // an action is carried out on what is there now, and never on what was read a while ago
  const adapter = { ...fit.adapter, read: { before: true, after: true, reuseMs: 0 } }
  return { adapter, observer: createObserver(catalogue, Date.now) }
}

function partsOf(
  { server, memory, policy, env, tell }: DeskOptions,
  catalogue: Catalogue,
  known: GateParts['known'],
): GateParts {
  return {
    server,
    session: randomUUID(),
    policy: {
      mode: () => 'block',
      isApproved: tool => policy !== undefined && isApproved(policy, env, tool),
      approve: async () => undefined,
      retestEvery: 0,
      hints: true,
      structured: 'keep',
    },
    catalogue,
    known,
    memory,
    answers: 'many hosts',
    now: Date.now,
    listed: async () => undefined,
    tell,
  }
}

/** One thing at a time: each is done on what the one before has left. */
function createTurns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
