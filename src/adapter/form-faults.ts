import type { z } from 'zod'
import { isObject } from '../json.ts'
import { nearest } from './nearest.ts'
import { type FullForm, flatForm, formKeys, fullForm } from './schema.ts'

/** One thing that is wrong in an adapter file: where, what, and what to do about it. */
export interface FormFault {
  readonly path: readonly (string | number)[]
  /** The fault is in the key itself, not in its value. */
  readonly inKey: boolean
  readonly what: string
  readonly now: string
}

/** At least one. */
export type Faults = readonly [FormFault, ...FormFault[]]

/** The version of the format that this program writes; the flat form of the Python program is version 0. */
export const formatVersion = 1

/** The value of a file as the full form (the flat form has become one resource), or everything that is wrong with it. */
export function readForm(value: unknown): { readonly form: FullForm } | { readonly faults: Faults } {
  const isFlat = isObject(value) && !Object.hasOwn(value, 'resources')
  const faults = versionFaults(value, isFlat)
  if (faults !== undefined) return { faults }
  if (!isFlat) {
    const full = fullForm.safeParse(value)
    return full.success ? { form: full.data } : { faults: allFaults(full.error, false) }
  }
  const flat = flatForm.safeParse(value)
  if (!flat.success) return { faults: allFaults(flat.error, true) }
  const {
    $schema,
    version: _,
    server_id,
    tools,
    effect_classes,
    approval_required,
    failure,
    read,
    sandbox,
    ...resource
  } = flat.data
  return {
    form: {
      $schema,
      version: formatVersion,
      server_id,
      tools,
      effect_classes,
      approval_required,
      failure,
      read,
      sandbox,
      resources: [resource],
    },
  }
}

/** A file of a newer form is refused as a whole: what its keys mean is not known here. */
function versionFaults(value: unknown, isFlat: boolean): Faults | undefined {
  if (!isObject(value) || value.version === undefined) return undefined
  const { version } = value
  const fault = (what: string, now: string): Faults => [{ path: ['version'], inKey: false, what, now }]
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0)
    return fault(
      'the version is not a whole number',
      `Make it ${isFlat ? 0 : formatVersion}, or leave it out.`,
    )
  if (version > formatVersion) {
    return fault(
      `the file is of version ${version} of the format, and this mcpgraphy reads versions up to ${formatVersion}`,
      'Update mcpgraphy.',
    )
  }
  const meant = isFlat ? 0 : 1
  if (version === meant) return undefined
  return fault(
    `a file ${isFlat ? 'without' : 'with'} "resources" is of version ${meant} of the format`,
    `Make it ${meant}, or leave it out.`,
  )
}

function allFaults(error: z.ZodError, isFlat: boolean): Faults {
  const [first, ...others] = error.issues.flatMap(issue => faultsOf(issue, isFlat))
  return [first ?? { path: [], inKey: false, what: error.message, now: 'Change it.' }, ...others]
}

function faultsOf(issue: z.core.$ZodIssue, isFlat: boolean): FormFault[] {
  const path = issue.path.map(step => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownKey([...path, key], isFlat))
  if (issue.code === 'invalid_union')
    return closestBranch(issue, path).flatMap(each => faultsOf(each, isFlat))
  if (issue.code === 'invalid_key')
    return [{ path, inKey: true, what: 'an empty name stands here', now: 'Name it.' }]
  return [{ path, inKey: false, ...wordsOf(issue, path) }]
}

/** The issues of the alternative that fits best: one that at least has the right type. */
function closestBranch(issue: z.core.$ZodIssueInvalidUnion, path: (string | number)[]): z.core.$ZodIssue[] {
  const hasRightType = issue.errors.find(
    branch => !branch.some(each => each.code === 'invalid_type' && each.path.length === 0),
  )
  const branch = hasRightType ?? issue.errors.at(-1) ?? []
  return branch.map(each => ({ ...each, path: [...path, ...each.path] }))
}

function unknownKey(path: readonly (string | number)[], isFlat: boolean): FormFault {
  const key = String(path.at(-1))
  const known = keysAt(path.slice(0, -1), isFlat)
  const meant = nearest(key, known)
  const belongs = path.length === 1 && Object.hasOwn(formKeys.resource, key)
  const now = belongs
    ? `"${key}" belongs into an item of "resources".`
    : meant === undefined
      ? `Known here: ${known.join(', ')}. A note of your own begins with "x_" or "//".`
      : `Did you mean "${meant}"? A note of your own begins with "x_" or "//".`
  return { path, inKey: true, what: `"${key}" is not a key of the format here`, now }
}

/** The keys that may stand in the object at a path. */
function keysAt(path: readonly (string | number)[], isFlat: boolean): string[] {
  const inside = path[0] === 'resources' ? path.slice(2) : path
  const [first] = inside
  if (inside.length === 0) {
    if (path.length > 0) return Object.keys(formKeys.resource)
    const own = isFlat ? Object.keys(formKeys.resource) : ['resources']
    return [...Object.keys(formKeys.server), ...own]
  }
  if (first === 'missing') return Object.keys(formKeys.match)
  if (first === 'failure') return Object.keys(formKeys.failure)
  if (first === 'features') return Object.keys(formKeys.feature)
  if (first === 'find') return Object.keys(inside[1] === 'pages' ? formKeys.pages : formKeys.find)
  if (first === 'read') return Object.keys(formKeys.read)
  if (first === 'sandbox') return Object.keys(formKeys.sandbox)
  return Object.keys(inside[2] === 'creates' ? formKeys.creates : formKeys.tool)
}

function wordsOf(issue: z.core.$ZodIssue, path: readonly (string | number)[]): { what: string; now: string } {
  const where = spellPath(path)
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
    return { what: `"${path.at(-1)}" is missing`, now: `Add it: it must be ${withArticle(issue.expected)}.` }
  }
  if (issue.code === 'invalid_type') {
    return {
      what: `${where} is not ${withArticle(issue.expected)}`,
      now: `Make it ${withArticle(issue.expected)}.`,
    }
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(value => JSON.stringify(value)).join(', ')
    return { what: `${where} is not a value that is known here`, now: `Choose one of ${values}.` }
  }
  if (issue.code === 'too_small' && issue.origin === 'number') {
    return { what: `${where} is less than ${issue.minimum}`, now: `Make it ${issue.minimum} or more.` }
  }
  if (issue.code === 'too_small') return { what: `${where} is empty`, now: 'Fill it in.' }
  return { what: `${where} ${issue.message}`, now: 'Change it.' }
}

/** A path as people write it: `resources[0].id_param`. */
export function spellPath(path: readonly (string | number)[]): string {
  const text = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return text === '' ? 'the file' : text.replace(/^\./, '')
}

function withArticle(type: string): string {
  return type === 'record' ? 'an object' : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}
