import { readFileSync } from 'node:fs'
import { isObject, type Json, parseJson } from '../../json.ts'
import { Problem, reasonOf } from '../../problem.ts'
import type { Usage } from './endpoint.ts'

/** What a model costs, in dollars for a million tokens. */
export interface Price {
  readonly input: number
  readonly cached: number
  readonly output: number
}

/**
 * The price of a model in a table `{"model": {"input": 1, "cached_input": 0.1, "output": 4}}`. We keep no prices of our
 * own: they change, and a wrong one would make a wrong figure. Throws `prices-unreadable`.
 */
export function priceIn(file: string, model: string): Price {
  const wrong = (reason: string) => new Problem('prices-unreadable', { file, reason })
  const table = parseJson(textOf(file, wrong))
  if (!isObject(table)) throw wrong('it is not a JSON object')
  const row = Object.hasOwn(table, model) ? table[model] : undefined
  if (!isObject(row)) throw wrong(`it has no row for ${model.slice(0, 100)}`)
  const { input, cached_input: cached = input, output } = row
  if (!isPrice(input) || !isPrice(cached) || !isPrice(output))
    throw wrong(`input and output of ${model.slice(0, 100)} must be dollars for a million tokens`)
  return { input, cached, output }
}

/** What so many tokens cost, in dollars. */
export function costOf({ input, cached, output }: Usage, price: Price): number {
  return ((input - cached) * price.input + cached * price.cached + output * price.output) / 1e6
}

function textOf(file: string, wrong: (reason: string) => Problem): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw wrong(reasonOf(error))
  }
}

function isPrice(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
