import { type Atom, equality } from './atoms.ts'
import { bounds } from './bounds.ts'
import type { ToolModel } from './model.ts'
import { leavePlace } from './together.ts'

/** By aspect, its value in these atoms; `empty` and `not empty` are no values. */
export function valuesIn(atoms: readonly Atom[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const atom of atoms) {
    const is = equality(atom)
    if (is !== undefined && is.value !== 'empty' && is.value !== 'not empty') values.set(is.aspect, is.value)
  }
  return values
}

/**
 * Notes the values of each aspect, over all calls. One that has too many is an identity or a free text: its values
 * explain nothing, and what was kept of them is let go.
 */
export function learnValues(tool: ToolModel, now: ReadonlyMap<string, string>): void {
  for (const [aspect, value] of now) {
    const seen = tool.values.get(aspect)
    if (seen === null || seen?.has(value)) continue
    if (seen !== undefined) seen.add(value)
    else if (tool.values.size < bounds.aspects) tool.values.set(aspect, new Set([value]))
    if (seen !== undefined && seen.size > bounds.values) letGo(tool, aspect, seen)
  }
}

/** Has an aspect so many values that none of them means anything? One for which no room was left counts as such. */
export function isWide({ values }: ToolModel, aspect: string): boolean {
  const seen = values.get(aspect)
  return seen === null || (seen === undefined && values.size >= bounds.aspects)
}

/** The value of an aspect that has too many: it tells things apart, and says nothing of how they stand. */
export function isIdentity(tool: ToolModel, atom: Atom): boolean {
  const is = equality(atom)
  return is !== undefined && is.value !== 'empty' && is.value !== 'not empty' && isWide(tool, is.aspect)
}

function letGo(tool: ToolModel, aspect: string, seen: ReadonlySet<string>): void {
  tool.values.set(aspect, null)
  tool.revision++
  for (const value of seen) {
    const atom = `${aspect} is ${value}`
    const place = tool.okAtoms.get(atom)
    if (place !== undefined) leavePlace(tool.together, place)
    tool.okAtoms.delete(atom)
    for (const failures of tool.classes.values()) {
      failures.candidates.delete(atom)
      failures.left.delete(atom)
    }
  }
}
