import { createHash } from 'node:crypto'
import { canonical, isObject, type Json, parseJson } from '../json.ts'
import { parseJsonc } from '../text-edit.ts'

/** The variable of a wrapped entry that carries what was replaced. The proxy takes it away before it starts the server. */
export const originalVariable = 'MCPGRAPHY_ORIGINAL'

/** What was replaced in an entry: the raw texts, so that not even an escape comes back differently. */
export interface Original {
  /** The raw text of the command's value. */
  readonly command: string
  /** The raw text of the arguments' value; null where the entry had none. */
  readonly args: string | null
  /** The entry had no environment: one was added. */
  readonly addedEnv: boolean
}

/** What an entry carries. Over 8 KB (Windows bounds the whole environment) it is a digest, and the copy must serve. */
export type Embedded =
  | { readonly kind: 'original'; readonly original: Original }
  | { readonly kind: 'digest'; readonly sum: string; readonly addedEnv: boolean }

const mostBytes = 8192

/**
 * An original as the text of an environment variable: base64url of JSON, in which no host finds anything to expand.
 * Form 1: `{"v":1,"command":…,"args":…,"env":"kept"|"added","sum":…}`.
 */
export function embed(original: Original): string {
  const { command, args, addedEnv } = original
  const rest = { env: addedEnv ? 'added' : 'kept', sum: sumOf(original) }
  const whole = encode({ v: 1, command, args, ...rest })
  return whole.length <= mostBytes ? whole : encode({ v: 1, ...rest })
}

/** Reads the value of the variable; undefined where it is not ours, or was damaged on the way. */
export function embeddedIn(value: unknown): Embedded | undefined {
  const record =
    typeof value === 'string' ? parseJson(Buffer.from(value, 'base64url').toString('utf8')) : undefined
  if (!isObject(record) || record.v !== 1 || typeof record.sum !== 'string') return undefined
  const addedEnv = record.env === 'added'
  if (record.command === undefined) return { kind: 'digest', sum: record.sum, addedEnv }
  const original = originalIn(record)
  return original !== undefined && sumOf(original) === record.sum ? { kind: 'original', original } : undefined
}

/** An original from the object that was made of it, in an entry or in the copy. */
export function originalIn(record: Json | undefined): Original | undefined {
  if (!isObject(record) || typeof record.command !== 'string') return undefined
  const { command, args } = record
  if (args !== null && typeof args !== 'string') return undefined
  return { command, args, addedEnv: record.env === 'added' || record.addedEnv === true }
}

/** The command and arguments that an original stands for, or undefined where its texts are not what they should be. */
export function wordsOf({ command, args }: Original): string[] | undefined {
  const first = parseJsonc(command)
  const rest = parseJsonc(args ?? '[]')
  const words =
    first.kind === 'value' && rest.kind === 'value' ? [first.value, ...[rest.value].flat()] : [null]
  return words.every(word => typeof word === 'string') ? words : undefined
}

/**
 * The checksum of an original: over the values and not the texts, so that the arguments behind `--` can be held
 * against it also after a host printed them anew.
 */
export function sumOf(original: Original): string {
  return sumOfWords(wordsOf(original) ?? [])
}

export function sumOfWords(words: readonly string[]): string {
  return createHash('sha256').update(canonical(words)).digest('base64url').slice(0, 22)
}

function encode(record: Json): string {
  return Buffer.from(JSON.stringify(record)).toString('base64url')
}
