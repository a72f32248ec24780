// What retests cost, and what they save, when a server drops some of its rules. The same seeds give the same table.
// npx tsx bench/drift.ts [seeds] [calls before and after the change]
import { driftTable } from '../src/lab/drift.ts'

const [seeds = 6, calls = 1000] = process.argv.slice(2).map(Number)
const table = await driftTable(
  Array.from({ length: seeds }, (_, seed) => seed + 1),
  calls,
)
process.stdout.write(`${table.join('\n')}\n`)
