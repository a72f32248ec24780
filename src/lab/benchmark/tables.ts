import type { Result, SourceResult } from './result.ts'
import type { Estimate, share } from './statistics.ts'
import { categories } from './task.ts'

/** A table of a report: a title, a heading and rows. How it is drawn is for whoever prints it. */
export interface Table {
  readonly title: string
  readonly heading: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Every table of a run, in the order of docs/BENCHMARK.md. */
export function tablesOf(result: Result): Table[] {
  return [
    main('All tasks', result.sources),
    byCategory('Invalid calls a task, by category', result, ({ invalid }) => two(invalid)),
    byCategory('Completed, by category', result, ({ completed }) => two(completed)),
    main('The proxy with one thing taken away', [...result.sources.filter(isPassive), ...result.ablations]),
    heldOut(result),
    coverage(result),
    drift(result),
  ]
}

function isPassive({ name }: SourceResult): boolean {
  return name === 'passive'
}

function main(title: string, sources: readonly SourceResult[]): Table {
  return {
    title,
    heading: [
      'guidance',
      'completed',
      'invalid calls',
      'against raw [95 %]',
      'refused',
      'wrongly refused',
      'wrongly denied',
      'calls',
      'server calls',
      'false success',
      'sandbox calls',
    ],
    rows: sources.map(each => [
      each.name,
      two(each.completed),
      two(each.invalid),
      each.name === 'raw' ? '' : interval(each.against_raw),
      two(each.refused),
      three(each.wrongly_refused),
      two(each.wrongly_denied),
      two(each.calls),
      two(each.server_calls),
      three(each.false_success),
      String(each.sandbox_calls),
    ]),
  }
}

type Figures = SourceResult['by_category'][string]

function byCategory(title: string, { sources, tasks }: Result, spell: (of: Figures) => string): Table {
  const count = (name: string) => tasks.filter(({ category }) => category === name).length
  return {
    title,
    heading: ['guidance', ...categories.map(each => `${each} (${count(each)})`)],
    rows: sources.map(({ name, by_category }) => [
      name,
      ...categories.map(each => {
        const figures = by_category[each]
        return figures === undefined ? '' : spell(figures)
      }),
    ]),
  }
}

function heldOut({ sources }: Result): Table {
  return {
    title: 'What is claimed of resources that were never seen, before the drift',
    heading: [
      'guidance',
      'OBSERVED_SUPPORTED, works',
      'OBSERVED_SUPPORTED, fails',
      'refusals that are right',
      'failing calls refused',
    ],
    rows: sources.flatMap(({ name, held_out: found }) =>
      found === undefined
        ? []
        : [
            [
              name,
              proportion(found.supported),
              proportion(found.supportedFailing),
              proportion(found.refusals),
              proportion(found.caught),
            ],
          ],
    ),
  }
}

function coverage({ sources }: Result): Table {
  return {
    title: 'Coverage against precision of what is called supported',
    heading: ['guidance', 'successes at least', 'coverage', 'precision'],
    rows: sources.flatMap(({ name, held_out: found }) =>
      (found?.curve ?? []).map(each => [
        name,
        String(each.least),
        two(each.coverage),
        proportion(each.precision),
      ]),
    ),
  }
}

function drift({ sources }: Result): Table {
  return {
    title: 'After the rules have changed: valid calls that are refused, and what clears them',
    heading: [
      'guidance',
      'valid calls',
      'refused at first',
      'by tool',
      'made again',
      'let through',
      'still refused',
      'after mcpgraphy retest',
    ],
    rows: sources.flatMap(({ name, drift: found }) =>
      found === undefined
        ? []
        : [
            [
              name,
              String(found.valid),
              String(found.suppressed),
              Object.entries(found.suppressedByTool)
                .map(([tool, times]) => `${tool} ${times}`)
                .join(', '),
              String(found.calls),
              String(found.retests),
              String(found.left),
              String(found.leftAfterRetest),
            ],
          ],
    ),
  }
}

function two(value: number): string {
  return value.toFixed(2)
}

function three(value: number): string {
  return value.toFixed(3)
}

function interval({ value, low, high }: Estimate): string {
  return `${two(value)} [${two(low)}, ${two(high)}]`
}

function proportion({ value, low, high, hits, of }: ReturnType<typeof share>): string {
  return of === 0 ? 'none' : `${two(value)} [${two(low)}, ${two(high)}] (${hits} of ${of})`
}
