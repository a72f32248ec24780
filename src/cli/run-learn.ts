import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createCatalogue } from '../gate/catalogue.ts'
import type { Evidence } from '../graph/evidence.ts'
import { inWords as explanationInWords, explanationsOf } from '../graph/explanation.ts'
import type { Model } from '../graph/model.ts'
import { machineOf } from '../hosts/machine.ts'
import { createBench } from '../lab/active/bench.ts'
import { type Course, takeCourse } from '../lab/active/learner.ts'
import type { Sandbox } from '../lab/active/sandbox.ts'
import { randomFor } from '../lab/random.ts'
import { makeFolder } from '../project/folder.ts'
import { databasePath, folderFor } from '../project/paths.ts'
import { openMemory } from '../store/memory.ts'
import { openStore } from '../store/open.ts'
import type { CommandLine } from './adapter-words.ts'
import type { LearnOptions } from './learn.ts'
import { sandboxFor } from './learn-sandbox.ts'
import { exit } from './main.ts'
import { json, print, printable, table } from './print.ts'
import { progressBar } from './progress.ts'
import type { Shell } from './shell.ts'
import { seedIn } from './sim-options.ts'
import { count } from './wrong-usage.ts'

/** `mcpgraphy learn`: experiments on a sandbox until the budget is spent or nothing is left to settle. */
export async function runLearn(line: CommandLine, options: LearnOptions, shell: Shell): Promise<number> {
  const budget = count('--budget', options.budget)
  const seed = seedIn(options.seed)
  const { sandbox, leftOut, close } = await sandboxFor(line, options, seed, shell)
  try {
    const database = await databaseFor(options, shell)
    const session = randomUUID()
    const memory = await openMemory(await openStore(database), { server: sandbox.server, session })
    try {
      const catalogue = createCatalogue()
      catalogue.take(sandbox.definitions, true)
      await memory.saveTools(catalogue.records())
      const model = await memory.model()
      const bar = progressBar(shell)
      const course = await takeCourse({
        sandbox,
        bench: createBench({ sandbox, session, now: Date.now }),
        model,
        budget,
        random: randomFor(seed, 'learn', sandbox.server),
        keep: evidence => memory.keep(evidence, recordOf(evidence)),
        progress: spent => bar.show(learnedInWords(model), spent, budget),
      }).finally(bar.clear)
      const facts = factsOf(sandbox, course, model, leftOut, database)
      await print(shell, options.json ? json(facts) : inWords(facts))
      return exit.done
    } finally {
      await memory.close()
    }
  } finally {
    await close()
  }
}

async function databaseFor({ db }: LearnOptions, shell: Shell): Promise<string> {
  if (db !== undefined) return resolve(shell.cwd, db)
  const folder = folderFor(machineOf(shell))
  await makeFolder(folder)
  return databasePath(folder)
}

function recordOf({ at, tool, roles, requestDigest }: Evidence) {
  return {
    at,
    tool,
    resources: roles.map(({ resource }) => resource),
    decision: 'forwarded',
    reason: 'an experiment in a sandbox',
    requestDigest,
    replyDigest: 'none',
  } as const
}

/** What was learned so far, for the bar. */
function learnedInWords({ tools }: Model): string {
  const all = [...tools.values()]
  const edges = all.reduce((sum, { edges: own }) => sum + own.size, 0)
  const classes = all.flatMap(tool =>
    [...tool.classes.values()].map(each => explanationsOf(tool, each).length),
  )
  const sure = classes.filter(left => left === 1).length
  return `${all.length} tools, ${edges} edges, ${sure} of ${classes.length} failures with one explanation left`
}

function factsOf(
  sandbox: Sandbox,
  course: Course,
  model: Model,
  leftOut: readonly string[],
  database: string,
) {
  return {
    server: sandbox.server,
    ...course,
    database,
    left_out: leftOut,
    tools: [...model.tools].map(([name, tool]) => ({
      tool: name,
      ok: tool.ok,
      failed: tool.failed,
      failures: [...tool.classes.values()].map(each => ({
        what: each.key,
        times: each.count,
        explanations: explanationsOf(tool, each).map(explanationInWords),
      })),
    })),
  }
}

function inWords({
  server,
  experiments,
  resets,
  spent,
  questions,
  ended,
  tools,
  left_out,
  database,
}: Facts): string {
  const why =
    ended === 'budget' ? 'the budget was spent' : 'nothing was left that one more would have settled'
  const rows = tools.flatMap(({ tool, ok, failed, failures }) => [
    [printable(tool, 50), ok, failed, ''],
    ...failures.map(({ what, explanations }) => [
      `  ${printable(what, 70)}`,
      '',
      '',
      explanations.length === 0
        ? 'nothing that can be seen explains it'
        : printable(explanations.slice(0, 4).join('; '), 160),
    ]),
  ])
  return [
    `${printable(server)}: ${experiments} experiments and ${resets} resets in ${spent} calls; ${why}.`,
    ...Object.entries(questions).map(([question, times]) => `  ${times} to see ${question}`),
    '',
    table(
      ['tool and how it fails', 'worked', 'failed', 'explanations left'],
      rows.map(row => row.map(String)),
    ),
    ...left_out.map(each => `Not tried: ${printable(each)}`),
    `Kept in ${database}. Look closer: mcpgraphy graph export --server ${printable(server)} --format mermaid --db ${database}`,
    '',
  ].join('\n')
}

type Facts = ReturnType<typeof factsOf>
