import { saysHow } from '../adapter/spoken.ts'
import type { Json } from '../json.ts'
import type { Quantity } from './evidence.ts'
import { argumentsOf, type CallFacts, columnsOf, fieldsOf, lastOf } from './facts.ts'
import type { Selection } from './items.ts'

/** A number that a call brings with it, and where it comes from: its arguments, what was read, or an item between both. */
export interface Amount {
  readonly name: string
  readonly value: number
  readonly from: 'args' | 'item' | 'state'
  /** How many of something, not how much. */
  readonly isCount: boolean
  /** The least or the greatest of several, or how many are missing: compared with no other such. */
  readonly isEnd?: true
  /** A sum. */
  readonly isTotal?: true
}

/** Most amounts of each source, and most comparisons of two; the rest is dropped. */
const most = { args: 16, item: 12, state: 24, differences: 48, sums: 12 } as const

/** The numbers of a call: arguments, fields, lengths of lists, and sums, least and greatest of lists and selected items. */
export function amountsOf(call: CallFacts, selections: readonly Selection[]): Amount[] {
  const given = argumentsOf(call).flatMap(([name, value]) => amountsIn(name, value, 'args'))
  const seen = call.roles
    .flatMap(fieldsOf)
    .flatMap(([name, value]) => amountsIn(name, value, 'state').filter(isOfInterest))
  const items = selections.flatMap(amountsOfItems)
  return [...given.slice(0, most.args), ...items.slice(0, most.item), ...seen.slice(0, most.state)]
}

/** Two amounts of different sources, such as a price and what is left to pay it with. */
export interface Comparison {
  readonly left: Amount
  readonly right: Amount
}

/** The amounts to be compared: what is asked for with what was read. Money and such first, then counts with counts. */
export function comparisonsOf(amounts: readonly Amount[]): Comparison[] {
  const [args, items, state] = (['args', 'item', 'state'] as const).map(from =>
    amounts.filter(each => each.from === from),
  )
  const pairs = [
    ...across(args ?? [], items ?? []),
    ...across(args ?? [], state ?? []),
    ...across(items ?? [], state ?? []),
  ]
  const alike = pairs.filter(
    ({ left, right }) => left.isCount === right.isCount && !isOfList(left, right) && !isMissing(left),
  )
  return [...alike, ...pairs.filter(isCountAndLimit)].slice(0, most.differences)
}

/** Amounts, their differences, and the sums of an argument and a field, as quantities that may have a bound. */
export function quantitiesOf(amounts: readonly Amount[], comparisons: readonly Comparison[]): Quantity[] {
  const sums = comparisons.filter(
    ({ left, right }) => left.from === 'args' && !left.isCount && !right.isCount,
  )
  return [
    ...amounts.map(({ name, value }): Quantity => [name, value]),
    ...comparisons.map(({ left, right }): Quantity => [`${left.name} - ${right.name}`, less(left, right)]),
    ...sums
      .slice(0, most.sums)
      .map(
        ({ left, right }): Quantity => [`${left.name} + ${right.name}`, rounded(left.value + right.value)],
      ),
  ]
}

function less(left: Amount, right: Amount): number {
  return rounded(left.value - right.value)
}

/** Sums of decimals are off by what binary fractions cannot say: 0.1 + 0.2 is 0.3. */
function rounded(value: number): number {
  return Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value
}

function across(lefts: readonly Amount[], rights: readonly Amount[]): Comparison[] {
  return lefts.flatMap(left => rights.map(right => ({ left, right })))
}

/** The least of a list says nothing about the sum of another. */
function isOfList(left: Amount, right: Amount): boolean {
  return (
    (left.isEnd && right.isTotal) || (left.isTotal && right.isEnd) || (left.isEnd && right.isEnd) || false
  )
}

function isMissing({ isCount, isEnd }: Amount): boolean {
  return isCount && isEnd === true
}

/** How many are asked for, and a small whole number that may be a limit: seats, a quota. */
function isCountAndLimit({ left, right }: Comparison): boolean {
  if (left.isCount === right.isCount || left.isEnd || right.isEnd) return false
  const limit = left.isCount ? right : left
  return Number.isInteger(limit.value) && Math.abs(limit.value) < 1000 && limit.from !== 'item'
}

/** Of what was read no length of a map, and no total that is a time or a size. */
function isOfInterest({ name, value }: Amount): boolean {
  return saysHow(lastOf(name), value)
}

function amountsIn(name: string, value: Json, from: 'args' | 'state'): Amount[] {
  if (typeof value === 'number') return [{ name, value, from, isCount: false }]
  const length: Amount[] = Array.isArray(value)
    ? [{ name: `length of ${name}`, value: value.length, from, isCount: true }]
    : []
  return [...length, ...columnsOf(name, value).flatMap(column => totals(column.name, column.values, from))]
}

/** Sum, least and greatest of numbers; a list of texts has none. */
function totals(name: string, values: readonly Json[], from: Amount['from']): Amount[] {
  if (values.length === 0 || !values.every(value => typeof value === 'number')) return []
  const of = (what: string, value: number): Amount => ({
    name: `${what} of ${name}`,
    value,
    from,
    isCount: false,
  })
  return [
    { ...of('sum', rounded(values.reduce((sum, each) => sum + each, 0))), isTotal: true },
    { ...of('least', Math.min(...values)), isEnd: true },
    { ...of('greatest', Math.max(...values)), isEnd: true },
  ]
}

function amountsOfItems({ name, isList, items, asked }: Selection): Amount[] {
  const [first] = items
  const keys = Object.keys(first ?? {}).filter(key => items.every(item => typeof item[key] === 'number'))
  const telling = keys.filter(key => items.every(item => saysHow(key, item[key] ?? null)))
  if (!isList) {
    return telling.map(key => ({
      name: `${name}.${key}`,
      value: first?.[key] as number,
      from: 'item',
      isCount: false,
    }))
  }
  const missing: Amount = {
    name: `missing from ${name}`,
    value: asked.length - items.length,
    from: 'item',
    isCount: true,
    isEnd: true,
  }
  return [
    missing,
    ...telling.flatMap(key =>
      totals(
        `${name}.${key}`,
        items.map(item => item[key] ?? null),
        'item',
      ),
    ),
  ]
}
