import { readFileSync } from 'node:fs'
import type { Json } from '../json.ts'
import { parseJsonc, placeOf } from '../jsonc.ts'
import { Problem, reasonOf } from '../problem.ts'
import { valueSpan } from '../text-edit.ts'
import type { Adapter } from './adapter.ts'
import { type FormFault, readForm, spellPath } from './form-faults.ts'
import { meaningFaults } from './meaning.ts'
import { normalise } from './normalise.ts'

/** One thing that is wrong in an adapter file, with its place as editors count: both from 1. */
interface AdapterFault extends FormFault {
  readonly line: number
  readonly column: number
}

/** At least one. */
type Faults = readonly [AdapterFault, ...AdapterFault[]]

/**
 * The adapter in a file.
 * Throws `adapter-not-found`, `adapter-unreadable` or `adapter-invalid`.
 */
export function loadAdapter(path: string): Adapter {
  return parseAdapter(readAdapterText(path), path)
}

/** The text of an adapter file. Throws `adapter-not-found` or `adapter-unreadable`. */
export function readAdapterText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new Problem(
      isGone ? 'adapter-not-found' : 'adapter-unreadable',
      { path, reason: reasonOf(error) },
      { cause: error },
    )
  }
}

/** The adapter that a text says; `path` is named in errors. Throws `adapter-invalid`. */
export function parseAdapter(text: string, path: string): Adapter {
  const read = readAdapter(text)
  if ('adapter' in read) return read.adapter
  const { line, column, what, now } = read.faults[0]
  throw new Problem('adapter-invalid', { path, line, column, what, now, more: read.faults.length - 1 })
}

/** The adapter that a text says (JSON; comments and trailing commas are allowed), or everything that is wrong with it. */
export function readAdapter(text: string): { readonly adapter: Adapter } | { readonly faults: Faults } {
  const body = text.replace(/^\uFEFF/, '')
  const parsed = parseJsonc(body)
  if (parsed.kind === 'broken') {
    const now = 'Look for a missing comma, bracket or quote right before it.'
    const what = 'the text stops being JSON'
    return { faults: [{ path: [], inKey: false, what, now, line: parsed.line, column: parsed.column }] }
  }
  const read = readForm(parsed.value)
  if ('faults' in read) return { faults: placed(body, read.faults) }
  const faults = meaningFaults(read.form, index => (hasResources(parsed.value) ? ['resources', index] : []))
  return isSome(faults) ? { faults: placed(body, faults) } : { adapter: normalise(read.form) }
}

function hasResources(value: Json): boolean {
  return typeof value === 'object' && value !== null && 'resources' in value
}

function isSome<Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] {
  return items.length > 0
}

function placed(text: string, [first, ...others]: readonly [FormFault, ...FormFault[]]): Faults {
  const place = (fault: FormFault) => ({
    ...fault,
    what: inPlace(fault),
    ...placeOf(text, offsetOf(text, fault)),
  })
  return [place(first), ...others.map(place)]
}

/** What is wrong, with the path of the object where the sentence does not name it. */
function inPlace({ path, what }: FormFault): string {
  const where = spellPath(path.slice(0, -1))
  return path.length < 2 || what.startsWith(where) ? what : `${where}: ${what}`
}

/** Where a fault stands: at its value, at the nearest thing around it that exists, or at the key. */
function offsetOf(text: string, { path, inKey }: FormFault): number {
  for (let length = path.length; length > 0; length--) {
    const start = valueSpan(text, path.slice(0, length))?.start
    if (start === undefined) continue
    const key =
      inKey && length === path.length ? text.lastIndexOf(JSON.stringify(path[length - 1]), start) : -1
    return key === -1 ? start : key
  }
  return valueSpan(text, [])?.start ?? 0
}
