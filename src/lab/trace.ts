import type { ResourceRule } from '../adapter/adapter.ts'
import { featuresOf } from '../adapter/features.ts'
import { spokenOf } from '../adapter/spoken.ts'
import type { EffectClass } from '../advice/call.ts'
import { digestOf } from '../gate/digest.ts'
import { atomsOf } from '../graph/atoms.ts'
import type { Observation, Outcome } from '../graph/evidence.ts'
import { fingerprintOf, unquoted } from '../graph/fingerprint.ts'
import { kindOf } from '../graph/kind.ts'
import { namedAtoms } from '../graph/names.ts'
import { absent, stateOf } from '../graph/state.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../json.ts'
import { Problem } from '../problem.ts'
import type { Lived } from './replay.ts'

/** What stands for an adapter where a trace brings its fields as they were read: features are found by shape. */
const byShape = {
  resourceClass: '',
  format: 'fields',
  features: null,
  ignore: [],
} satisfies Partial<ResourceRule> as unknown as ResourceRule

/**
 * One line of a trace as evidence: `{"stream", "task", "tool", "args", "before", "after", "err"}`, with the fields of
 * all resources under `role.field`, and `role.exists` where that was looked at.
 * Throws `trace-invalid` with the line.
 */
export function livedFrom(text: string, line: number, file: string): Lived {
  const value = parseJson(text)
  if (!isObject(value) || typeof value.tool !== 'string') {
    throw new Problem('trace-invalid', { file, line, what: 'it is not an object with a "tool"' })
  }
  const { tool, stream, err, effect } = value
  const args = isObject(value.args) ? value.args : {}
  const before = sightsIn(value.before)
  const after = sightsIn(value.after)
  const { atoms, quantities } = atomsOf({ roles: before, args, idArguments: new Set() })
  return {
    stream: typeof stream === 'string' ? stream : '',
    effect: isEffect(effect) ? effect : 'MUTATING',
    evidence: {
      server: 'trace',
      tool,
      schema: '',
      roles: before.map(each => ({
        role: each.role,
        // a trace does not say which argument is an id: calls with other arguments count as calls on another resource
        resource: `${each.role}:${digestOf(args)}`,
        resourceClass: each.role,
        before: stateIn(each),
        after: stateIn(after.find(({ role }) => role === each.role)),
      })),
      atoms,
      quantities,
      callDigest: digestOf([tool, args, value.before ?? null]),
      requestDigest: digestOf([tool, args]),
      outcome: outcomeIn(err, args, atoms),
      overlapped: false,
      at: line,
      session: 'trace',
    },
  }
}

interface Seen {
  readonly role: string
  readonly observation: Observation
  readonly features: readonly (readonly [string, Json])[]
  readonly spoken: JsonObject
}

function sightsIn(fields: Json | undefined): Seen[] {
  const byRole = new Map<string, Record<string, Json>>()
  for (const [path, value] of Object.entries(isObject(fields) ? fields : {})) {
    const dot = path.indexOf('.')
    const [role, name] = dot < 0 ? ['resource', path] : [path.slice(0, dot), path.slice(dot + 1)]
    byRole.set(role, { ...byRole.get(role), [name]: value })
  }
  return [...byRole].map(([role, { exists, ...rest }]) =>
    exists === false
      ? { role, observation: { kind: 'absent' }, features: [], spoken: {} }
      : {
          role,
          observation: { kind: 'seen', fields: rest },
          features: featuresOf(byShape, rest),
          spoken: spokenOf(byShape, rest),
        },
  )
}

function stateIn(seen: Seen | undefined): string | null {
  if (seen === undefined) return null
  return seen.observation.kind === 'absent' ? absent : stateOf(seen.features)
}

function outcomeIn(err: Json | undefined, args: JsonObject, atoms: readonly string[]): Outcome {
  if (typeof err !== 'string') return { kind: 'ok' }
  const { code, text: fingerprint } = fingerprintOf(err, args)
  return {
    kind: 'failure',
    failure: kindOf(unquoted(err, args), ''),
    code,
    fingerprint,
    names: namedAtoms(err, atoms),
  }
}

function isEffect(value: Json | undefined): value is EffectClass {
  return value === 'READ_ONLY' || value === 'MUTATING' || value === 'DESTRUCTIVE' || value === 'UNKNOWN'
}
