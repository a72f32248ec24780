import type { Mealy } from '../../../src/lab/automata/mealy.ts'

/** A machine written as lines `from -> to input/output`. The state of the first line is where it begins. */
function machineFrom(lines: string): Mealy {
  const moves = lines
    .trim()
    .split('\n')
    .map(
      line =>
        line
          .trim()
          .match(/^(\S+) -> (\S+) (\S+)\/(\S+)$/)!
          .slice(1) as [string, string, string, string],
    )
  const names = [...new Set(moves.map(([from]) => from))]
  const states = names.map(
    name =>
      new Map(
        moves
          .filter(([from]) => from === name)
          .map(([, to, input, output]) => [input, { output, to: names.indexOf(to) }] as const),
      ),
  )
  return { inputs: [...new Set(moves.map(([, , input]) => input))], states }
}

/** Angluin's example of 1987, words with an even number of a's and of b's, as a Mealy machine. */
export const angluin = machineFrom(`
  even -> a a/no
  even -> b b/no
  a -> even a/yes
  a -> both b/no
  b -> both a/no
  b -> even b/yes
  both -> b a/no
  both -> a b/no
`)

/** The coffee machine of the field's tutorials. */
export const coffee = machineFrom(`
  idle -> paid coin/beep
  idle -> idle button/init
  paid -> paid coin/beep
  paid -> idle button/coffee
`)

/**
 * Tomita's third language (1982): no odd number of 1s is followed at once by an odd number of 0s. The output says
 * whether the word so far belongs to it.
 */
export const tomita3 = machineFrom(`
  even1 -> even1 0/yes
  even1 -> odd1 1/yes
  odd1 -> odd0 0/no
  odd1 -> even1 1/yes
  odd0 -> even0 0/yes
  odd0 -> dead 1/no
  even0 -> odd0 0/no
  even0 -> odd1 1/yes
  dead -> dead 0/no
  dead -> dead 1/no
`)

/**
 * The TLS server miTLS 0.1.3 as de Ruiter and Poll (2015) learned it: 6 states, 8 inputs, in the order of the public
 * model file. Most inputs end the connection, with one of three answers.
 */
export const tlsServer = (() => {
  const inputs = ['data', 'empty', 'change', 'hello', 'key', 'certificate', 'finished', 'heartbeat']
  const states: Record<string, readonly string[]> = {
    start: ['closed', 'illegal', 'closed', 'hello>greeted', ...times(3, 'unexpected'), 'closed'],
    greeted: [
      'closed',
      'illegal',
      'unexpected',
      'unexpected',
      'nothing>keyed',
      'unexpected',
      'unexpected',
      'closed',
    ],
    keyed: ['closed', 'illegal', 'nothing>changed', ...times(4, 'unexpected'), 'closed'],
    changed: ['closed', 'closed', 'closed', ...times(3, 'unexpected'), 'finished>open', 'closed'],
    open: ['data', 'nothing>open', 'unexpected', 'handshake', ...times(3, 'unexpected'), 'closed'],
    over: times(8, 'closed'),
  }
  return machineFrom(
    Object.entries(states)
      .flatMap(([from, answers]) =>
        answers.map((answer, index) => {
          const [output, to = 'over'] = answer.split('>')
          return `${from} -> ${to} ${inputs[index]}/${output}`
        }),
      )
      .join('\n'),
  )
})()

function times(count: number, word: string): string[] {
  return Array.from({ length: count }, () => word)
}
