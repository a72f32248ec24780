import { effectInWords } from '../../graph/effects.ts'
import { changes, inBrackets } from '../../graph/state.ts'
import type { Move } from '../sims/moves.ts'

/** What a line is made of; see line.ts for how it is read. */
export interface Parts {
  readonly state: string
  readonly ok?: readonly string[]
  readonly unsure?: readonly string[]
  readonly no?: readonly string[]
  readonly routes?: readonly { readonly to: string; readonly moves: string }[]
}

/** A line of guidance in the form of the one that the proxy gives. undefined where there is nothing to say. */
export function spellLine({ state, ok = [], unsure = [], no = [], routes = [] }: Parts): string | undefined {
  const list = (title: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${title}: ${all.join('; ')}`]
  const parts = [
    ...list('ok', ok),
    ...list('unsure', unsure),
    ...list('no', no),
    ...routes.map(({ to, moves }) => `to ${to}: ${moves}`),
  ]
  return parts.length === 0 ? undefined : `mcpgraphy ${inBrackets(state)} ${parts.join(' | ')}`
}

/** Names for moves: a tool alone where each of its moves is among them, else with the arguments. */
export function namesOf(some: readonly Move[], all: readonly Move[]): string[] {
  const names = some.map(move => {
    const whole = all.filter(({ tool }) => tool === move.tool)
    return whole.every(each => some.some(({ label }) => label === each.label)) ? move.tool : move.label
  })
  return [...new Set(names)]
}

/** A move that works, with the first thing that it changes. */
export function withEffect(name: string, before: string, after: string): string {
  const [first] = changes(before, after)
  if (first === undefined) return name
  const [feature, value] = first
  return `${name} -> ${effectInWords({ feature, value, support: 1, of: 1 })}`
}
