import { type Atom, equality } from './atoms.ts'
import { bounds } from './bounds.ts'
import type { ToolModel } from './model.ts'
import { leavePlace } from './together.ts'

/** By aspect, its value in these atoms; `empty` and `not empty` are no values. */
export function valuesIn(atoms: readonly Atom[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const atom of atoms) {
    const is = stated(atom)
    if (is !== null) values.set(is.aspect, is.value)
  }
  return values
}

type Value = ReturnType<typeof equality> | null

/** The same atoms come with every call: each is taken apart once. */
const taken = new Map<Atom, Value>()
const mostTaken = 20_000

function stated(atom: Atom): Exclude<Value, undefined> {
  const known = taken.get(atom)
  if (known !== undefined) return known
  const is = equality(atom)
  const value = is === undefined || is.value === 'empty' || is.value === 'not empty' ? null : is
  if (taken.size >= mostTaken) taken.clear()
  taken.set(atom, value)
  return value
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
  const is = stated(atom)
  return is !== null && isWide(tool, is.aspect)
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
