import type { StateKey } from '../graph/evidence.ts'

/** A name for an offer that says what it is about and can be typed: `edit_file@file:exists=false`. */
export function offerId(tool: string, role: string, state: StateKey | null): string {
  return `${tool}@${role}:${state === null ? '?' : apart(state, ',')}`
}

/** What an offer's name says; undefined where it is not one. Reads exactly what `offerId` writes. */
export function readOfferId(id: string): { tool: string; role: string; state: StateKey | null } | undefined {
  const match = /^(.+?)@([^@:]+):(.+)$/s.exec(id.trim())
  if (match === null) return undefined
  const [, tool = '', role = '', state = ''] = match
  return { tool, role, state: state === '?' ? null : apart(state, ', ') }
}

/** The features of a state with another text between them; what stands in quotes is a value and stays. */
function apart(state: string, between: string): string {
  return state.replace(/"(?:[^"\\]|\\.)*"|, ?/g, part => (part.startsWith('"') ? part : between))
}
