import type { ErrorObject } from 'ajv'
import { missing, unheardOf, violationAtom } from '../graph/violations.ts'
import type { Json } from '../json.ts'

/** Most errors that are looked at: one wrong list has as many as it has items. */
const mostErrors = 200

/** What a validator found, as violations: each place once, in the schema's own words. */
export function violationsFrom(found: readonly ErrorObject[]): string[] {
  const errors = found.slice(0, mostErrors)
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const isWithin = (error: ErrorObject) =>
    choices.some(choice => choice !== error && error.schemaPath.startsWith(`${choice.schemaPath}/`))
  const told = errors
    .filter(error => !isWithin(error) && error.keyword !== 'if')
    .map(error => violationAtom(pathOf(error), wordsOf(error, errors)))
  return [...new Set(told)]
}

/** Where: `edits[].oldText`. The index of an item says nothing of the shape. */
function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const steps = instancePath.split('/').slice(1).map(unescaped)
  if (keyword === 'required') steps.push(String(params.missingProperty))
  if (isStranger(keyword)) steps.push(String(params.additionalProperty ?? params.unevaluatedProperty))
  const path = steps.reduce(
    (sum, step) => (/^\d+$/.test(step) ? `${sum}[]` : sum === '' ? step : `${sum}.${step}`),
    '',
  )
  return path === '' ? 'all' : path
}

function wordsOf(error: ErrorObject, all: readonly ErrorObject[]): string {
  const { keyword, params, message } = error
  if (keyword === 'required') return missing
  if (isStranger(keyword)) return unheardOf
  if (keyword === 'enum') return `must be one of ${listed(params.allowedValues as readonly Json[])}`
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  if (keyword === 'anyOf' || keyword === 'oneOf') return typesOf(error, all) ?? `${message}`
  return message ?? `breaks ${keyword}`
}

/** Where a choice is only one of types, it reads better as such: `must be string or null`. */
function typesOf(choice: ErrorObject, all: readonly ErrorObject[]): string | undefined {
  const within = all.filter(each => each.schemaPath.startsWith(`${choice.schemaPath}/`))
  const isType = ({ keyword, instancePath }: ErrorObject) =>
    keyword === 'type' && instancePath === choice.instancePath
  if (within.length === 0 || !within.every(isType)) return undefined
  return `must be ${[...new Set(within.map(({ params }) => String(params.type)))].join(' or ')}`
}

function isStranger(keyword: string): boolean {
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
}

function listed(values: readonly Json[]): string {
  const shown = values.slice(0, 8).map(value => JSON.stringify(value))
  return values.length > shown.length ? `${shown.join(', ')} …` : shown.join(', ')
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
