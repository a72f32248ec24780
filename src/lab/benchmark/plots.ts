import type { Result } from './result.ts'

/** One plot: named lines or points, in the units of its axes. */
export interface Plot {
  readonly title: string
  readonly x: string
  readonly y: string
  readonly series: readonly Series[]
}

interface Series {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

/** Every plot of a run: completed against cost, learning curves, coverage against precision. */
export function plotsOf({ sources }: Result): Plot[] {
  return [
    {
      title: 'Completed against invalid calls: up and left is better',
      x: 'invalid calls a task',
      y: 'completed',
      series: sources.map(({ name, invalid, completed }) => ({ name, points: [[invalid, completed]] })),
    },
    {
      title: 'Completed against cost: up and left is better',
      x: 'calls that the server got, a task',
      y: 'completed',
      series: sources.map(({ name, server_calls: calls, completed }) => ({
        name,
        points: [[calls, completed]],
      })),
    },
    {
      title: `Learning curves: invalid calls, mean of ${window} tasks`,
      x: 'task',
      y: 'invalid calls a task',
      series: sources.map(({ name, by_task: tasks }) => ({
        name,
        points: windows(tasks.map(([, invalid = 0]) => invalid)),
      })),
    },
    {
      title: 'Coverage against precision of what is called supported',
      x: 'coverage',
      y: 'precision',
      series: sources.flatMap(({ name, held_out: found }) =>
        found === undefined
          ? []
          : [
              {
                name,
                points: found.curve
                  .filter(({ precision }) => precision.of > 0)
                  .map(({ coverage, precision }) => [coverage, precision.value] as const),
              },
            ],
      ),
    },
  ]
}

/** Tasks of which a learning curve shows the mean. */
const window = 20

function windows(values: readonly number[]): [number, number][] {
  const points: [number, number][] = []
  for (let end = window; end <= values.length; end += window / 2) {
    const part = values.slice(end - window, end)
    points.push([end, part.reduce((sum, value) => sum + value, 0) / part.length])
  }
  return points
}
