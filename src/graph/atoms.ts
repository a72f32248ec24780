import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Observation, Quantity } from './evidence.ts'
import { spell } from './state.ts'

/**
 * An atom is one thing that can be said of a call before it is made, as a short sentence:
 * `file.exists is false`, `args.force given`, `args.tag in release.tags`. Atoms are compared as texts.
 */
export type Atom = string

/** What an atom list is made from: every resource that the call names, as it was just read, and the arguments. */
export interface CallFacts {
  readonly roles: readonly {
    readonly role: string
    readonly observation: Observation
    /** The chosen features of the observation. */
    readonly features: readonly (readonly [string, Json])[]
    /** The fields that a condition may speak of, beside the features; see adapter/spoken.ts. */
    readonly spoken: JsonObject
  }[]
  readonly args: JsonObject
  /** Top-level arguments that name a resource. Which one it is never explains anything, so they make no atom. */
  readonly idArguments: ReadonlySet<string>
}

/** Most atoms and most quantities of one call: resources first, then arguments, then relations; the rest is dropped. */
const mostAtoms = 256
const mostQuantities = 64

/** Everything that can be said of a call before it is made, without repeats, in a fixed order. */
export function atomsOf(call: CallFacts): { atoms: Atom[]; quantities: Quantity[] } {
  const atoms = new Set<Atom>()
  for (const each of call.roles) addResource(atoms, each)
  for (const [name, value] of argumentsOf(call)) addArgument(atoms, `args.${name}`, value)
  for (const each of call.roles) addRelations(atoms, each, call)
  addLengths(atoms, call)
  return { atoms: [...atoms].slice(0, mostAtoms), quantities: quantitiesOf(call).slice(0, mostQuantities) }
}

/** The two sides of an atom that says what something is (`file.status is DRAFT`), or undefined for any other. */
export function equality(atom: Atom): { aspect: string; value: string } | undefined {
  const at = atom.indexOf(' is ')
  return at < 0 ? undefined : { aspect: atom.slice(0, at), value: atom.slice(at + 4) }
}

/** The role that an atom speaks of: what stands before the first dot (`args` for the arguments). */
export function roleOf(atom: Atom): string {
  return atom.slice(0, Math.max(0, atom.indexOf('.')))
}

function addResource(atoms: Set<Atom>, { role, observation, features }: CallFacts['roles'][number]): void {
  if (observation.kind === 'unread') return
  atoms.add(`${role}.exists is ${observation.kind === 'seen'}`)
  for (const [name, value] of features) addFeature(atoms, `${role}.${name}`, value)
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

/** An argument that by its name holds a secret: its value is neither kept nor ever told. */
function isSecret(aspect: string): boolean {
  return /pass(?:word|wd|phrase|code)?\b|passw|secret|token|credential|api[_-]?key|private[_-]?key|bearer|cookie|\bpin\b|\botp\b|\bauth/i.test(
    aspect.replace(/([a-z])([A-Z])/g, '$1_$2').replace(/_/g, '-'),
  )
}

/** Booleans, null and short tokens are named by value; lists and texts only by whether they are empty. */
function addValue(atoms: Set<Atom>, aspect: string, value: Json): void {
  if (value === null || typeof value === 'boolean' || isToken(value))
    atoms.add(`${aspect} is ${spell(value)}`)
  if (value !== null && typeof value !== 'boolean')
    atoms.add(`${aspect} is ${isEmpty(value) ? 'empty' : 'not empty'}`)
}

/** How an argument stands to what was read: the same as a field, less or more, a member of a list, a key of a map. */
function addRelations(atoms: Set<Atom>, { role, spoken }: CallFacts['roles'][number], call: CallFacts): void {
  for (const [name, value] of argumentsOf(call)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue
    for (const [field, there] of Object.entries(spoken)) {
      const relation = relationOf(value, there)
      if (relation !== undefined) atoms.add(`args.${name} ${relation} ${role}.${field}`)
    }
  }
}

function relationOf(value: string | number, there: Json): string | undefined {
  if (Array.isArray(there)) return there.some(item => item === value) ? 'in' : 'not in'
  if (isObject(there)) return Object.hasOwn(there, String(value)) ? 'a key of' : 'no key of'
  if (typeof there === 'number' && typeof value === 'number')
    return compared(value, there, 'equals', 'less than', 'more than')
  return typeof there === typeof value ? (there === value ? 'equals' : 'differs from') : undefined
}

/** How two lists among the arguments stand to each other. */
function addLengths(atoms: Set<Atom>, call: CallFacts): void {
  const lists = argumentsOf(call).filter((each): each is [string, readonly Json[]] => Array.isArray(each[1]))
  for (const [index, [name, list]] of lists.entries()) {
    for (const [other, otherList] of lists.slice(index + 1)) {
      const relation = compared(list.length, otherList.length, 'as long as', 'shorter than', 'longer than')
      atoms.add(`args.${name} ${relation} args.${other}`)
    }
  }
}

function compared(a: number, b: number, same: string, less: string, more: string): string {
  return a === b ? same : a < b ? less : more
}

function quantitiesOf(call: CallFacts): Quantity[] {
  const given = argumentsOf(call).flatMap(([name, value]) => quantity(`args.${name}`, value))
  const seen = call.roles.flatMap(({ role, spoken }) =>
    Object.entries(spoken).flatMap(([name, value]) => quantity(`${role}.${name}`, value)),
  )
  return [...given, ...seen]
}

function quantity(name: string, value: Json): Quantity[] {
  if (typeof value === 'number') return [[name, value]]
  return Array.isArray(value) ? [[`length of ${name}`, value.length]] : []
}

function argumentsOf(call: CallFacts): [string, Json][] {
  return Object.entries(call.args).filter(([name]) => !call.idArguments.has(name))
}

/** One short word, such as a status or an enumerated choice. */
function isToken(value: Json): value is string {
  return typeof value === 'string' && /^[A-Za-z][A-Za-z_-]{0,31}$/.test(value)
}

function isEmpty(value: Json): boolean {
  if (Array.isArray(value) || typeof value === 'string') return value.length === 0
  return isObject(value) ? Object.keys(value).length === 0 : false
}
