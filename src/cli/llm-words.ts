import type { Task } from '../lab/benchmark/task.ts'
import type { Figures } from '../lab/llm/figures.ts'
import type { JobResult } from '../lab/llm/job.ts'
import { openingOf, type Side, toolsFor } from '../lab/llm/prompt.ts'
import type { RunFacts } from '../lab/llm/record.ts'
import type { RunEnd } from '../lab/llm/run.ts'
import { printable, table } from './print.ts'

/** The figures side by side, as people read them: what a job took is an average over all jobs of its side. */
export function figuresInWords(model: string, figures: readonly Figures[]): string {
  if (figures.length === 0) return 'No job was done.\n'
  const heading = [
    `per job, ${printable(model, 60)}`,
    ...figures.map(each => (each.side === 'raw' ? 'raw tools' : 'behind mcpgraphy')),
  ]
  const rows = columns.map(([title, of]) => [title, ...figures.map(of)])
  const names = Object.keys(figures[0]?.byCategory ?? {})
  const byCategory = names.map(name => [
    name,
    ...figures.map(each => share(each.byCategory[name]?.right, each.byCategory[name]?.jobs)),
  ])
  return `${table(heading, rows)}\n${table(['right, by category', ...heading.slice(1)], byCategory)}`
}

const columns: readonly (readonly [string, (figures: Figures) => string])[] = [
  ['jobs', each => String(each.jobs)],
  ['jobs finished (of the achievable ones)', each => share(each.finished, each.achievable)],
  ['unreachable jobs declared unreachable', each => share(each.declared, each.unreachable)],
  ['false success claims', each => String(each.falseSuccesses)],
  ['tool calls', each => number(each.toolCalls)],
  ['model turns', each => number(each.turns)],
  ['rejected calls (the server refused)', each => number(each.rejected)],
  ['refused calls (the proxy stopped)', each => number(each.refused)],
  ['valid calls wrongly blocked', each => number(each.wronglyBlocked)],
  ['tokens per job done', each => number(each.tokensPerJobDone, 0)],
  ['tokens per job attempted', each => number(each.tokensPerJobAttempted, 0)],
  ['cost per job done', each => dollars(each.costPerJobDone)],
  ['cost of all', each => dollars(each.cost)],
]

/** One line as each job ends. */
export function jobInWords(
  { number: job, server, category, side, ending, turns, usage }: JobResult,
  done: number,
  all: number,
): string {
  const tokens = usage.input + usage.output
  return `${done}/${all}  job ${job} (${category}, ${server}) ${side}: ${ending}, ${turns} turns, ${tokens} tokens`
}

/** How a run ended, and how it goes on. */
export function endInWords(end: RunEnd, folder: string): string {
  const kept = `It is kept in ${folder}; the same command goes on with it`
  if (end === 'done') return `All jobs are done. The run is kept in ${folder}\n`
  if (end === 'stopped') return `Stopped. ${kept}.\n`
  return `Stopped: the budget does not reach for the next turn. ${kept}, with a larger --budget or --budget-tokens.\n`
}

/** What a run would send: the jobs, how they begin, and the least that it takes. */
export function dryRunInWords({
  facts,
  tasks,
  sides,
  folder,
}: {
  facts: RunFacts
  tasks: readonly Task[]
  sides: readonly Side[]
  folder: string
}): string {
  const bytes = (side: Side) =>
    tasks.reduce((sum, task) => sum + JSON.stringify([openingOf(task), toolsFor(task, side)]).length, 0)
  const [first] = tasks
  return [
    `Nothing is sent. ${tasks.length} jobs of ${facts.suite} (seed ${facts.seed}), ${sides.join(' and ')}, would go to ${facts.model} at ${facts.endpoint}.`,
    ...sides.map(
      side =>
        `${side}: at least ${Math.ceil(bytes(side) / 4)} tokens for the first turns alone, of at most ${facts.mostTurns} a job.`,
    ),
    `The run would be kept in ${folder}.`,
    ...(first === undefined
      ? []
      : [
          '',
          'The first job:',
          ...openingOf(first).map(({ role, content }) => `  ${role}: ${printable(String(content), 2000)}`),
          ...sides.map(side => `  tools ${side}: ${namesOf(first, side)}`),
        ]),
    '',
  ].join('\n')
}

function namesOf(task: Task, side: Side): string {
  return toolsFor(task, side)
    .map(({ function: each }) => String((each as { name: string }).name))
    .join(', ')
}

function share(part: number | undefined, whole: number | undefined): string {
  if (part === undefined || whole === undefined) return '-'
  return whole === 0 ? '-' : `${part}/${whole} (${Math.round((100 * part) / whole)} %)`
}

function number(value: number | null, digits = 2): string {
  return value === null ? '-' : value.toFixed(digits)
}

function dollars(value: number | null): string {
  return value === null ? 'no price' : `$${value.toFixed(4)}`
}
