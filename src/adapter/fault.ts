import type { FormFault } from './form-faults.ts'
import { nearest } from './nearest.ts'

/** The way from the root of the file to a value. */
export type Path = readonly (string | number)[]

/** A fault with its place: at the value, or `inKey` at its name. */
export function fault(path: Path, what: string, now: string, inKey = false): FormFault {
  return { path, inKey, what, now }
}

/** What to do about a name that names nothing. */
export function suggest(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${meant}"?`
}

/** Where something stands that stood before. */
export function doubles(names: readonly string[]): number[] {
  return names.flatMap((each, index) => (names.indexOf(each) < index ? [index] : []))
}
