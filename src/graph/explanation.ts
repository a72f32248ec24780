import { type Atom, isAside, roleOf } from './atoms.ts'
import type { Quantity } from './evidence.ts'
import type { FailureClass, ToolModel } from './model.ts'
import { pairsLeft } from './pairs.ts'
import { isIdentity, isWide, valuesIn } from './values.ts'

/** One condition that held in every failure of a class and in no success of its tool. */
export type Explanation =
  /** This atom held. */
  | { readonly kind: 'atom'; readonly atom: Atom }
  /** Both atoms held, each of which also holds in successes, but never both in one. */
  | { readonly kind: 'pair'; readonly atoms: readonly [Atom, Atom] }
  /**
   * A feature did not have the one value that it has in all successes, but one of those that were seen to fail. Of a
   * value that was never seen nothing is said.
   */
  | {
      readonly kind: 'not'
      readonly aspect: string
      readonly value: string
      readonly seen: ReadonlySet<string>
    }
  /** The quantity was beyond a bound that no success passed; `strict`: the bound itself is not beyond. */
  | {
      readonly kind: 'above' | 'below'
      readonly quantity: string
      readonly bound: number
      readonly strict: boolean
    }
  /** A feature does not have the value that the error's words ask for. They say so, not the evidence: it only warns. */
  | { readonly kind: 'lacks'; readonly aspect: string; readonly value: string }

/** What can be said of a call before it is made, ready for looking things up. */
export interface Sayable {
  readonly atoms: ReadonlySet<Atom>
  readonly values: ReadonlyMap<string, string>
  readonly quantities: ReadonlyMap<string, number>
}

/** Makes a call's atoms and quantities ready for `holds`. What was made of a list of atoms is kept as long as the list. */
export function sayable(atoms: readonly Atom[], quantities: readonly Quantity[]): Sayable {
  const kept = made.get(atoms)
  if (kept?.of === quantities) return kept.said
  const said = newSayable(atoms, quantities)
  made.set(atoms, { of: quantities, said })
  return said
}

/** A call is judged, and then learned: what can be said of it is the same. */
const made = new WeakMap<readonly Atom[], { readonly of: readonly Quantity[]; readonly said: Sayable }>()

/** Values and quantities are looked for only where a condition asks for them. */
function newSayable(atoms: readonly Atom[], quantities: readonly Quantity[]): Sayable {
  let values: Map<string, string> | undefined
  let numbers: Map<string, number> | undefined
  return {
    atoms: new Set(atoms),
    get values() {
      values ??= valuesIn(atoms)
      return values
    },
    get quantities() {
      numbers ??= new Map(quantities)
      return numbers
    },
  }
}

/**
 * Every explanation of a class that the evidence has left: it held in all failures of the class and in no success.
 * None left proves that what is visible cannot explain these failures. Aspects with too many values explain nothing.
 * @see Mitchell 1982, version spaces; El-Yaniv and Wiener 2010 (JMLR 11:1605), deciding only where all of it agrees.
 */
export function explanationsOf(tool: ToolModel, failures: FailureClass): readonly Explanation[] {
  const kept = workedOut.get(failures)
  if (kept?.revision === tool.revision && kept.count === failures.count) return kept.left
  const single = [...atomsLeft(tool, failures), ...othersLeft(tool, failures), ...boundsLeft(tool, failures)]
  const left = single.length > 0 ? single : bothLeft(tool, failures)
  workedOut.set(failures, { revision: tool.revision, count: failures.count, left })
  return left
}

/** What is left of a class changes with each of its failures, and with those successes that take something away. */
const workedOut = new WeakMap<
  FailureClass,
  { readonly revision: number; readonly count: number; readonly left: readonly Explanation[] }
>()

/** The features that the error's own words ask for and that no success was without: `order.status is not delivered`. */
export function lacksOf(tool: ToolModel, { wanted }: FailureClass): Explanation[] {
  return [...wanted].flatMap(([aspect, value]): Explanation[] =>
    tool.ok === 0 || tool.okValue.get(aspect) === value ? [{ kind: 'lacks', aspect, value }] : [],
  )
}

/** Does an explanation hold for a call? A feature that could not be read makes none hold. */
export function holds(explanation: Explanation, call: Sayable): boolean {
  switch (explanation.kind) {
    case 'atom':
      return call.atoms.has(explanation.atom)
    case 'pair':
      return explanation.atoms.every(atom => call.atoms.has(atom))
    case 'lacks': {
      const value = call.values.get(explanation.aspect)
      return value !== undefined && value !== explanation.value
    }
    case 'not': {
      const value = call.values.get(explanation.aspect)
      return value !== undefined && explanation.seen.has(value)
    }
    case 'above':
    case 'below':
      return isBeyond(explanation, call.quantities.get(explanation.quantity))
  }
}

function isBeyond(
  { kind, bound, strict }: Explanation & { kind: 'above' | 'below' },
  value: number | undefined,
): boolean {
  if (value === undefined) return false
  if (value === bound) return !strict
  return kind === 'above' ? value > bound : value < bound
}

/** The role that an explanation speaks of, `args` for one about the arguments, '' for one about several. */
export function subjectOf(explanation: Explanation): string {
  switch (explanation.kind) {
    case 'atom':
      return roleOf(explanation.atom)
    case 'pair': {
      const [one, other] = explanation.atoms.map(roleOf)
      return one === other ? (one ?? '') : ''
    }
    case 'not':
    case 'lacks':
      return roleOf(explanation.aspect)
    case 'above':
    case 'below':
      return roleOf(explanation.quantity.replace(/^(?:length|sum|least|greatest) of /, ''))
  }
}

/** An explanation in words: `file.exists is false`, `release.status is not DRAFT`, `args.amount is at least 50`. */
export function inWords(explanation: Explanation): string {
  switch (explanation.kind) {
    case 'atom':
      return explanation.atom
    case 'pair':
      return explanation.atoms.join(' while ')
    case 'not':
    case 'lacks':
      return `${explanation.aspect} is not ${explanation.value}`
    case 'above':
      return `${explanation.quantity} is ${explanation.strict ? 'more than' : 'at least'} ${explanation.bound}`
    case 'below':
      return `${explanation.quantity} is ${explanation.strict ? 'less than' : 'at most'} ${explanation.bound}`
  }
}

function atomsLeft(tool: ToolModel, { left }: FailureClass): Explanation[] {
  return [...left]
    .filter(atom => !isAside(atom) && !isIdentity(tool, atom))
    .map(atom => ({ kind: 'atom', atom }))
}

function bothLeft(tool: ToolModel, failures: FailureClass): Explanation[] {
  return pairsLeft(tool, failures).map(atoms => ({ kind: 'pair', atoms }))
}

function othersLeft(tool: ToolModel, { valuesSeen }: FailureClass): Explanation[] {
  return [...valuesSeen].flatMap(([aspect, seen]): Explanation[] => {
    const value = tool.okValue.get(aspect)
    if (seen === null || seen.size < 2 || typeof value !== 'string' || seen.has(value)) return []
    return isAside(aspect) || roleOf(aspect) === 'args' || isWide(tool, aspect)
      ? []
      : [{ kind: 'not', aspect, value, seen }]
  })
}

function boundsLeft(tool: ToolModel, { range }: FailureClass): Explanation[] {
  return [...range].flatMap(([quantity, [least, greatest]]): Explanation[] => {
    const ok = tool.okRange.get(quantity)
    if (ok === undefined) return []
    if (least > ok[1]) return [{ kind: 'above', quantity, ...edgeOf(ok[1], least, least) }]
    return greatest < ok[0] ? [{ kind: 'below', quantity, ...edgeOf(greatest, ok[0], greatest) }] : []
  })
}

/**
 * Where the line runs between two values, one of a success and one of a failure: at zero where that lies between them,
 * since what is left, what is missing and what is owed change there; else no further than what was seen to fail.
 */
function edgeOf(low: number, high: number, failed: number): { bound: number; strict: boolean } {
  if (low <= 0 && high >= 0 && low < high) return { bound: 0, strict: failed !== 0 }
  return { bound: failed, strict: false }
}
