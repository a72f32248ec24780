import { createHash } from 'node:crypto'
import { canonical, isObject, type Json, parseJson } from '../json.ts'
import type { Syntax } from './syntax/syntax.ts'

/** The variable of a wrapped entry that carries what was replaced. The proxy takes it away before it starts the server. */
export const originalVariable = 'MCPGRAPHY_ORIGINAL'

/** What was replaced in an entry: raw texts, so that not even an escape comes back differently. */
export type Original = Replaced | Exchanged

export interface Kept {
  /** The entry had no environment: one was added. */
  readonly addedEnv: boolean
  /** The entry had an environment without anything in it, as a pair of braces. */
  readonly emptyEnv?: true
  /** Variables that were added to its environment beside the one that carries this. */
  readonly variables?: readonly string[]
}

/** Of an entry that starts a program. */
export interface Replaced extends Kept {
  /** The raw text of the command's value. */
  readonly command: string
  /** The raw text of the arguments' value; null where the entry had none. */
  readonly args: string | null
}

/** Of an entry that reached its server by address. */
export interface Exchanged extends Kept {
  /** For each member that was set: the raw member that stood in its place, or null where it was added. */
  readonly members: readonly (readonly [name: string, was: string | null])[]
  /** The checksum of its address and headers. */
  readonly sum: string
}

/** What an entry carries. Over 8 KB (Windows bounds the whole environment) it is a digest, and the copy must serve. */
export type Embedded =
  | { readonly kind: 'original'; readonly original: Original }
  | ({ readonly kind: 'digest'; readonly sum: string } & Kept)

const mostBytes = 8192

/**
 * An original as the text of an environment variable: base64url of JSON, in which no host finds anything to expand.
 * Form 1: `{"v":1,"command":…,"args":…,"env":"kept"|"empty"|"added","sum":…}`.
 * Form 2: `{"v":2,"members":[[name,was],…],"env":…,"sum":…,"check":…}`. Both may have `"variables":[…]`.
 */
export function embed(original: Original, syntax: Syntax): string {
  const rest = {
    env: original.addedEnv ? 'added' : original.emptyEnv ? 'empty' : 'kept',
    ...(original.variables?.length ? { variables: original.variables } : {}),
    sum: sumOf(original, syntax),
  }
  const whole = encode({ ...bodyOf(original), ...rest })
  return whole.length <= mostBytes ? whole : encode({ v: 1, ...rest })
}

function bodyOf(original: Original): { [key: string]: Json } {
  if (isExchanged(original)) {
    const { members } = original
    return { v: 2, members, check: digest(members) }
  }
  return { v: 1, command: original.command, args: original.args }
}

/** Whether what was replaced is an address, and not a command. */
export function isExchanged(original: Original): original is Exchanged {
  return 'members' in original
}

/** Reads the value of the variable; undefined where it is not ours, or was damaged on the way. */
export function embeddedIn(value: unknown, syntax: Syntax): Embedded | undefined {
  const record =
    typeof value === 'string' ? parseJson(Buffer.from(value, 'base64url').toString('utf8')) : undefined
  if (!isObject(record) || typeof record.sum !== 'string') return undefined
  if (record.v !== 1 && record.v !== 2) return undefined
  if (record.command === undefined && record.members === undefined)
    return { kind: 'digest', sum: record.sum, ...keptIn(record) }
  const original = originalIn(record)
  const isSound =
    original !== undefined && sumOf(original, syntax) === record.sum && isWhole(original, record)
  return isSound ? { kind: 'original', original } : undefined
}

/** An original from the object that was made of it, in an entry or in the copy. */
export function originalIn(record: Json | undefined): Original | undefined {
  if (!isObject(record)) return undefined
  const { command, args, members, sum } = record
  if (Array.isArray(members) && typeof sum === 'string')
    return members.every(isExchange) ? { members, sum, ...keptIn(record) } : undefined
  if (typeof command !== 'string' || (args !== null && typeof args !== 'string')) return undefined
  return { command, args, ...keptIn(record) }
}

function isExchange(pair: unknown): pair is [string, string | null] {
  return (
    Array.isArray(pair) && typeof pair[0] === 'string' && (pair[1] === null || typeof pair[1] === 'string')
  )
}

function keptIn(record: { readonly [key: string]: Json }): Kept {
  const addedEnv = record.env === 'added' || record.addedEnv === true
  const isEmpty = record.env === 'empty' || record.emptyEnv === true
  return {
    addedEnv,
    ...(isEmpty ? { emptyEnv: true } : {}),
    ...(Array.isArray(record.variables) ? { variables: record.variables.map(String) } : {}),
  }
}

function isWhole(original: Original, record: { readonly [key: string]: Json }): boolean {
  return !isExchanged(original) || record.check === digest(original.members)
}

/**
 * The command and arguments, or the address, that an original stands for; undefined where its texts are not what
 * they should be.
 */
export function wordsOf(original: Original, syntax: Syntax): string[] | undefined {
  const words = isExchanged(original) ? addressOf(original, syntax) : commandOf(original, syntax)
  return words.every(word => typeof word === 'string') ? words : undefined
}

function commandOf({ command, args }: Replaced, { meaning }: Syntax): unknown[] {
  return [meaning(command), ...(args === null ? [] : [meaning(args)])].flat()
}

function addressOf({ members }: Exchanged, { memberMeaning }: Syntax): unknown[] {
  const values = members.map(([, was]) => (was === null ? undefined : memberMeaning(was)))
  return [values.find(value => typeof value === 'string')]
}

/**
 * The checksum of an original: over the values and not the texts, so that the arguments behind `--` can be held
 * against it also after a host printed them anew.
 */
export function sumOf(original: Original, syntax: Syntax): string {
  return isExchanged(original) ? original.sum : sumOfWords(wordsOf(original, syntax) ?? [])
}

/** The checksum of a command line: 22 characters of base64url of its SHA-256. */
export function sumOfWords(words: readonly string[]): string {
  return digest(words)
}

function digest(value: Json): string {
  return createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 22)
}

function encode(record: Json): string {
  return Buffer.from(JSON.stringify(record)).toString('base64url')
}
