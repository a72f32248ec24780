import { readFileSync } from 'node:fs'
import type { Result } from '../src/lab/benchmark/result.ts'
import { tablesOf } from '../src/lab/benchmark/tables.ts'

/** Prints the tables of kept runs as Markdown, for docs/BENCHMARK.md: npx tsx bench/benchmark-tables.ts FILE… */
for (const file of process.argv.slice(2)) {
  const result = JSON.parse(readFileSync(file, 'utf8')) as Result
  process.stdout.write(`## ${result.suite}, seed ${result.seed}\n\n`)
  for (const { title, heading, rows } of tablesOf(result)) {
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    process.stdout.write(
      [`### ${title}`, '', line(heading), line(heading.map(() => '---')), ...rows.map(line), '']
        .join('\n')
        .concat('\n'),
    )
  }
}
