import { ownTools } from '../../gate/own-tools.ts'
import { isObject, type JsonObject } from '../../json.ts'
import type { Task } from '../benchmark/task.ts'
import { definitionsOf } from '../sims/definitions.ts'
import { createSim } from '../sims/sim.ts'
import type { ChatMessage } from './endpoint.ts'

/** A model works with the server alone, or with the proxy before it. */
export const sides = ['raw', 'proxy'] as const
export type Side = (typeof sides)[number]

/** The tool by which the model ends a job. It is ours, and no call of the server. */
export const finishTool = 'finish_job'

/** How a job begins: the same words on both sides. */
export function openingOf(task: Task): ChatMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: job(task) },
  ]
}

/** The tools in the wire's form: the server's, those that the proxy adds as it ships, and the one that ends a job. */
export function toolsFor({ rules }: Task, side: Side): JsonObject[] {
  const ofServer = definitionsOf(rules).filter(isObject)
  const all = [...ofServer, ...(side === 'proxy' ? ownTools : []), finish]
  return all.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name: name ?? '', description: description ?? '', parameters: inputSchema ?? {} },
  }))
}

const system = [
  'You do one job on a server, through its tools.',
  `When the goal is reached, call ${finishTool} with outcome "reached".`,
  `When you are sure that no calls of these tools can reach it, call ${finishTool} with outcome "unreachable".`,
  'Do nothing that the job does not need.',
].join(' ')

const finish: JsonObject = {
  name: finishTool,
  description: 'Ends the job: the goal is reached, or it cannot be reached.',
  inputSchema: {
    type: 'object',
    properties: { outcome: { type: 'string', enum: ['reached', 'unreachable'] } },
    required: ['outcome'],
    additionalProperties: false,
  },
}

function job(task: Task): string {
  const { rules, goal, companion, start } = task
  const wanted = Object.entries(goal).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  const id = start.kind === 'told' ? start.id : task.target
  const needsTwo = Object.values(rules.tools).some(({ args }) => namesIn(args) > 1)
  return [
    `Bring the ${rules.resource} ${id} to: ${wanted.join(', ')}.`,
    ...(needsTwo ? [`Where a tool needs a second ${rules.resource}, use ${companion}.`] : []),
    ...(start.kind === 'told' ? [`This is how somebody remembers it: ${JSON.stringify(start.fields)}.`] : []),
    ...(start.kind === 'list' ? [`This is what ${rules.listTool} has just shown: ${listedIn(task)}`] : []),
  ].join('\n')
}

function namesIn(args: Task['rules']['tools'][string]['args']): number {
  return Object.values(args).filter(each => 'names' in each).length
}

function listedIn({ rules, world }: Task): string {
  const sim = createSim(rules, { seed: 0, fixtures: 1 })
  sim.restore(world)
  const answer = sim.call({ tool: rules.listTool, args: {} })
  return JSON.stringify('result' in answer ? answer.result.content : [])
}
