import { split } from './counterexample.ts'
import { Contradicted, type Lesson } from './lesson.ts'
import type { Word } from './machine.ts'
import type { Mealy, Move } from './mealy.ts'
import type { Observations } from './observations.ts'

/**
 * L* for Mealy machines (Angluin 1987; for Mealy machines Shahbaz and Groz 2009), with counterexamples taken apart as
 * by Rivest and Schapire: only suffixes are added, so that no two rows above are ever equal.
 */
export function lstar({ inputs, observations, counterexample }: Lesson): Mealy {
  const table = emptyTable(inputs, observations)
  table.fill()
  for (;;) {
    table.close()
    const hypothesis = table.hypothesis()
    const word = counterexample(hypothesis)
    if (!word) return hypothesis
    table.addSuffixes(split(word, hypothesis, state => table.short[state]!, observations).suffix)
    if (table.isClosed()) throw new Contradicted()
  }
}

interface Table {
  /** The rows above: one access word a state. */
  readonly short: Word[]
  fill(): void
  close(): void
  isClosed(): boolean
  addSuffixes(suffix: Word): void
  hypothesis(): Mealy
}

function emptyTable(inputs: readonly string[], observations: Observations): Table {
  const short: Word[] = [[]]
  const suffixes: Word[] = inputs.map(input => [input])
  const rows = new Map<string, string[]>()

  // Longer words first: their answers hold those of their beginnings.
  const fill = (words: readonly Word[] = [...short, ...long()]) => {
    for (const word of [...words].reverse()) {
      const row = rows.get(keyOf(word)) ?? []
      rows.set(keyOf(word), row)
      for (const suffix of suffixes.slice(row.length))
        row.push(observations.ask([...word, ...suffix]).at(-1)!)
    }
  }
  const long = () => {
    const above = new Set(short.map(keyOf))
    return short.flatMap(word => extensions(word)).filter(word => !above.has(keyOf(word)))
  }
  const extensions = (word: Word) => inputs.map(input => [...word, input])
  const rowOf = (word: Word) => JSON.stringify(rows.get(keyOf(word)))
  const unclosed = () => {
    const known = new Set(short.map(rowOf))
    return long().filter(word => !known.has(rowOf(word)) && known.add(rowOf(word)))
  }
  return {
    short,
    fill: () => fill(),
    isClosed: () => unclosed().length === 0,
    close: () => {
      for (let open = unclosed(); open.length > 0; open = unclosed()) {
        short.push(...open.reverse())
        fill(open.flatMap(extensions))
      }
    },
    addSuffixes: suffix => {
      const known = new Set(suffixes.map(keyOf))
      for (let from = 0; from < suffix.length; from++) {
        const each = suffix.slice(from)
        if (!known.has(keyOf(each))) suffixes.push(each)
      }
      fill()
    },
    hypothesis: () => {
      const stateByRow = new Map(short.map((word, state) => [rowOf(word), state]))
      const move = (word: Word, input: string, index: number): Move => ({
        output: rows.get(keyOf(word))![index]!,
        to: stateByRow.get(rowOf([...word, input]))!,
      })
      return {
        inputs,
        states: short.map(word => new Map(inputs.map((input, index) => [input, move(word, input, index)]))),
      }
    },
  }
}

function keyOf(word: Word): string {
  return JSON.stringify(word)
}
