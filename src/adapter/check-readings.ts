import { canonical, type JsonObject } from '../json.ts'
import type { ResourceRule } from './adapter.ts'
import { featuresOf } from './features.ts'
import type { Finding } from './finding.ts'
import type { Observation } from './observation.ts'

/** Two readings of a resource that is there, and two of one that is not, each right after the other. */
export interface Readings {
  readonly there: readonly [Observation, Observation]
  readonly missing: readonly [Observation, Observation]
  /** Milliseconds that the slowest of them took, and how many are still well. */
  readonly slowest: number
  readonly limit: number
}

/** What readings of a live server say against a rule: state that does not stay, tools that change or take away what they read. */
export function checkReadings(rule: ResourceRule, readings: Readings): Finding[] {
  return [...checkTwice(rule, readings.there), ...checkMissing(rule, readings), ...checkTime(rule, readings)]
}

function checkTwice(rule: ResourceRule, [first, second]: Readings['there']): Finding[] {
  const tool = rule.observationTool
  if (first.kind !== 'seen') return []
  if (second.kind !== 'seen') {
    return [
      warning(
        rule,
        'read',
        `a second reading with ${tool} no longer showed it: ${tool} may take away what it reads`,
        letBe,
      ),
    ]
  }
  const features = changedIn(
    Object.fromEntries(featuresOf(rule, first.fields)),
    Object.fromEntries(featuresOf(rule, second.fields)),
  )
  const fields = changedIn(first.fields, second.fields).filter(
    name => !features.includes(name) && counts(first.fields[name], second.fields[name]),
  )
  return [
    ...features.map(name =>
      warning(
        rule,
        'features',
        `"${name}" changed between two readings, with nothing done in between`,
        `Leave it out of "features", or put it into "ignore": no state would ever be seen twice.`,
      ),
    ),
    ...fields.map(name =>
      warning(
        rule,
        'observation_tool',
        `${tool} may change what it reads: "${name}" grew between two readings`,
        `If reading counts as an action there, read with another tool, or: ${letBe}`,
      ),
    ),
  ]
}

const letBe =
  'Add "read": {"before": false, "after": false}: then only what the agent itself reads is looked at.'

function changedIn(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => canonical(before[name] ?? null) !== canonical(after[name] ?? null),
  )
}

/** A whole number that is one more than it was: something counts the readings. Clocks move by other steps, or hold texts. */
function counts(before: unknown, after: unknown): boolean {
  return (
    typeof before === 'number' &&
    typeof after === 'number' &&
    Number.isInteger(before) &&
    after === before + 1
  )
}

function checkMissing(rule: ResourceRule, { there, missing: [first, second] }: Readings): Finding[] {
  const tool = rule.observationTool
  if (first.kind !== 'seen' && second.kind === 'seen') {
    return [
      {
        ...warning(
          rule,
          'observation_tool',
          `${tool} made what it was asked to read, and did not find`,
          'Read with another tool: this one changes things.',
        ),
        severity: 'error',
      },
    ]
  }
  if (first.kind === 'seen' && there[0].kind === 'seen') {
    return [
      {
        ...warning(
          rule,
          'missing',
          'what does not exist was read as if it were there',
          `Say in "missing" how ${tool} tells it.`,
        ),
        severity: 'error',
      },
    ]
  }
  if (first.kind !== 'unread') return []
  return [
    warning(
      rule,
      'missing',
      `what does not exist could not be read: ${first.why}`,
      `If ${tool} says so in these words, add them to "missing".`,
    ),
  ]
}

function checkTime(rule: ResourceRule, { slowest, limit }: Readings): Finding[] {
  if (slowest <= limit) return []
  const now =
    'Every call would wait for that, before and after. Add "read": {"before": false}, or {"reuse_ms": …}, or use a smaller reading.'
  return [
    warning(
      rule,
      'read',
      `a reading with ${rule.observationTool} took ${Math.round(slowest)} ms; ${limit} are still well`,
      now,
    ),
  ]
}

function warning(rule: ResourceRule, key: string, what: string, now: string): Finding {
  return { severity: 'warning', path: `${rule.resourceClass}.${key}`, what, now }
}
