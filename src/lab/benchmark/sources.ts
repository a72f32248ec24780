import type { Evidence } from '../../graph/evidence.ts'
import { activeSource } from './active.ts'
import { advisedChannel, bareChannel } from './advised.ts'
import { type AutomatonName, adviceOf, learnAutomaton } from './automata.ts'
import { createExactRule } from './exact.ts'
import { oracle, visibleOracle } from './oracles.ts'
import { proxySource } from './passive.ts'
import type { Source } from './source.ts'

/** Calls that a source may spend in the sandbox of each simulator, resets included. */
const sandboxBudget = 150

/** Every source of guidance, from none at all to all that there is to know. */
export const sources: readonly Source[] = [
  {
    name: 'raw',
    about: 'the server alone',
    start: () => ({ spent: 0, channelTo: () => bareChannel }),
  },
  {
    name: 'exact',
    about: 'the exact-state rule of the Python program',
    start: () => {
      const rule = createExactRule()
      return { spent: 0, channelTo: task => sim => rule(task, sim) }
    },
  },
  automaton('L*'),
  automaton('KV'),
  automaton('L#'),
  automaton('RPNI'),
  proxySource('passive', 'the proxy as it ships, in block'),
  activeSource(sandboxBudget),
  {
    name: 'visible oracle',
    about: 'the rules themselves, applied to what can be seen',
    start: () => ({ spent: 0, channelTo: task => sim => advisedChannel(task, sim, visibleOracle) }),
  },
  {
    name: 'oracle',
    about: 'the rules themselves, applied to everything',
    start: () => ({ spent: 0, channelTo: task => sim => advisedChannel(task, sim, oracle) }),
  },
]

/** The proxy with one thing taken away. */
export const ablations: readonly Source[] = [
  proxySource('no guards', 'nothing but exact states and exact repeats is learned', {
    evidence: withoutAtoms,
  }),
  proxySource('no relations', 'nothing is said of how arguments stand to the state', {
    evidence: withoutRelations,
  }),
  proxySource('no retest', 'no refused call is ever let through', { retest: false }),
  proxySource('no hints', 'no line comes back, calls are refused only', { hints: false }),
]

function automaton(name: AutomatonName): Source {
  return {
    name,
    about: `an automaton, learned with ${sandboxBudget} calls of each sandbox`,
    start(simulators, seed) {
      const learned = simulators.map(rules => {
        const machine = learnAutomaton(name, rules, seed, sandboxBudget)
        return { rules, spent: machine.spent, advise: adviceOf(rules, machine) }
      })
      return {
        spent: learned.reduce((sum, { spent }) => sum + spent, 0),
        channelTo: task => sim =>
          advisedChannel(task, sim, (...about) =>
            learned.find(({ rules }) => rules === task.rules)?.advise(...about),
          ),
      }
    },
  }
}

function withoutAtoms(evidence: Evidence): Evidence {
  return { ...evidence, atoms: [], quantities: [] }
}

/** What is said of an argument alone stays, and so does what is said of a resource alone. */
function withoutRelations(evidence: Evidence): Evidence {
  const isRelation = /^args\.\S+ (?:in|not in|equals|differs from|less than|more than|a key of|no key of) /
  return { ...evidence, atoms: evidence.atoms.filter(atom => !isRelation.test(atom)) }
}
