import { isObject, type Json } from '../json.ts'
import { amountsOf, comparisonsOf, quantitiesOf } from './amounts.ts'
import type { Quantity } from './evidence.ts'
import { argumentsOf, type CallFacts, isSecret, isToken, type RoleFacts } from './facts.ts'
import { selectionsOf } from './items.ts'
import { equalitiesOf, relationsOf, sayingsOf } from './relations.ts'
import { spell } from './state.ts'

/**
 * An atom is one thing that can be said of a call before it is made, as a short sentence:
 * `file.exists is false`, `args.force given`, `args.tag in release.tags`. Atoms are compared as texts.
 */
export type Atom = string

/**
 * Most atoms and most quantities of one call. What is said first stays: of the resources, of the arguments, of the
 * items that arguments select, of relations, of sums; the rest is dropped.
 */
const mostAtoms = 256
const mostQuantities = 96

/** Everything that can be said of a call before it is made, without repeats, in a fixed order. */
export function atomsOf(call: CallFacts): { atoms: Atom[]; quantities: Quantity[] } {
  const atoms = new Set<Atom>()
  for (const each of call.roles) addResource(atoms, each)
  for (const [name, value] of argumentsOf(call)) addArgument(atoms, name, value)
  const selections = selectionsOf(call)
  const amounts = amountsOf(call, selections)
  const comparisons = comparisonsOf(amounts)
  for (const atom of [...sayingsOf(selections), ...relationsOf(call), ...equalitiesOf(comparisons)]) {
    if (atoms.size >= mostAtoms) break
    atoms.add(atom)
  }
  for (const each of call.roles) addAside(atoms, each)
  return {
    atoms: [...atoms].slice(0, mostAtoms),
    quantities: quantitiesOf(amounts, comparisons).slice(0, mostQuantities),
  }
}

/** The two sides of an atom that says what something is (`file.status is DRAFT`), or undefined for any other. */
export function equality(atom: Atom): { aspect: string; value: string } | undefined {
  const at = atom.indexOf(' is ')
  return at < 0 ? undefined : { aspect: atom.slice(0, at), value: atom.slice(at + 4) }
}

/** The role that an atom speaks of: what stands before the first dot (`args` for the arguments). */
export function roleOf(atom: Atom): string {
  const bare = atom.replace(/^(?:every|some|(?:length|sum|least|greatest) of|missing from) /, '')
  return bare.slice(0, Math.max(0, bare.indexOf('.')))
}

function addResource(atoms: Set<Atom>, { role, observation, features }: RoleFacts): void {
  if (observation.kind === 'unread') return
  atoms.add(`${role}.exists is ${observation.kind === 'seen'}`)
  for (const [name, value] of features) addFeature(atoms, `${role}.${name}`, value)
}

/** Said for whoever looks for what decides where nothing that counts does; see graph/hidden.ts. */
function addAside(atoms: Set<Atom>, { role, aside = [] }: RoleFacts): void {
  for (const [name, value] of aside.slice(0, mostAside))
    atoms.add(`${asideMark}${role}.${name} is ${spell(value)}`)
}

const mostAside = 16
const asideMark = 'aside '

/** Is it said of a field that is no feature? Then it explains nothing. */
export function isAside(text: Atom): boolean {
  return text.startsWith(asideMark)
}

/** A feature is state by choice, so its value is named whatever its shape, as long as it is short. */
function addFeature(atoms: Set<Atom>, aspect: string, value: Json): void {
  const isShort =
    typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= longestValue)
  if (isShort && !isToken(value)) atoms.add(`${aspect} is ${spell(value)}`)
  addValue(atoms, aspect, value)
}

/** Longest text of a feature that an atom names, in UTF-16 units. */
const longestValue = 64

function addArgument(atoms: Set<Atom>, aspect: string, value: Json): void {
  atoms.add(`${aspect} given`)
  if (!isSecret(aspect)) addValue(atoms, aspect, value)
}

/** Booleans, null and short tokens are named by value; lists and texts only by whether they are empty. */
function addValue(atoms: Set<Atom>, aspect: string, value: Json): void {
  if (value === null || typeof value === 'boolean' || isToken(value))
    atoms.add(`${aspect} is ${spell(value)}`)
  if (value !== null && typeof value !== 'boolean')
    atoms.add(`${aspect} is ${isEmpty(value) ? 'empty' : 'not empty'}`)
}

function isEmpty(value: Json): boolean {
  if (Array.isArray(value) || typeof value === 'string') return value.length === 0
  return isObject(value) ? Object.keys(value).length === 0 : false
}
