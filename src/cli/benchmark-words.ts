import { type Plot, plotsOf } from '../lab/benchmark/plots.ts'
import type { Result } from '../lab/benchmark/result.ts'
import { tablesOf } from '../lab/benchmark/tables.ts'
import { printable, table } from './print.ts'

/** A run for a terminal: every table, and each learning curve as a row of bars. */
export function resultInWords(result: Result): string {
  const curves = plotsOf(result).find(({ title }) => title.startsWith('Learning curves'))
  return [
    `${printable(result.suite)}, seed ${result.seed}: ${result.tasks.length} tasks. Figures are a task, on average.`,
    '',
    ...tablesOf(result).map(
      ({ title, heading, rows }) =>
        `${title}\n${table(
          heading,
          rows.map(row => row.map(each => printable(each))),
        )}`,
    ),
    ...(curves === undefined ? [] : [barsOf(curves)]),
  ].join('\n')
}

/** Lines of a plot as rows of blocks, all on one scale. */
function barsOf({ title, series }: Plot): string {
  const greatest = Math.max(...series.flatMap(({ points }) => points.map(([, value]) => value)), 1e-9)
  const bar = (value: number) => blocks[Math.round((value / greatest) * (blocks.length - 1))] ?? ' '
  const width = Math.max(...series.map(({ name }) => name.length))
  const rows = series.map(
    ({ name, points }) =>
      `${printable(name).padEnd(width)}  ${points.map(([, value]) => bar(value)).join('')}  ${(points.at(0)?.[1] ?? 0).toFixed(2)} at first, ${(points.at(-1)?.[1] ?? 0).toFixed(2)} at last`,
  )
  return `${title} (full: ${greatest.toFixed(2)})\n${rows.join('\n')}\n`
}

const blocks = [...' ▁▂▃▄▅▆▇█']
