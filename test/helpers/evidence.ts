import type { Call } from '../../src/advice/call.ts'
import { atomsOf } from '../../src/graph/atoms.ts'
import { digest } from '../../src/graph/digest.ts'
import type { Evidence, FailureKind, Outcome, StateKey } from '../../src/graph/evidence.ts'
import { fingerprintOf } from '../../src/graph/fingerprint.ts'
import { kindOf } from '../../src/graph/kind.ts'
import { learn } from '../../src/graph/learn.ts'
import { emptyModel, type Model } from '../../src/graph/model.ts'
import { namedAtoms } from '../../src/graph/names.ts'
import { absent, stateOf } from '../../src/graph/state.ts'
import { canonical, type Json, type JsonObject } from '../../src/json.ts'

/** A resource as a test tells it: its id, and its fields before and after; null is "does not exist". */
export interface Told {
  readonly id: string
  readonly before: JsonObject | null
  readonly after?: JsonObject | null
}

/** A call as a test tells it. */
export interface Lived {
  readonly tool: string
  readonly of?: Readonly<Record<string, Told>>
  readonly args?: JsonObject
  /** The error's text; without one it worked. */
  readonly error?: string
  readonly kind?: FailureKind
  readonly schema?: string
  readonly overlapped?: boolean
  readonly outcome?: Outcome
}

/** The evidence of a told call: every field of a resource is a feature. */
export function evidenceOf(lived: Lived): Evidence {
  const { atoms, quantities } = sayableOf(lived)
  const told = Object.entries(lived.of ?? {})
  return {
    server: 'test',
    tool: lived.tool,
    schema: lived.schema ?? 's1',
    roles: told.map(([role, { id, before, after }]) => ({
      role,
      resource: `${role}:${id}`,
      resourceClass: role,
      before: keyOf(before),
      after: keyOf(after === undefined ? before : after),
    })),
    atoms,
    quantities,
    callDigest: digest(canonical([lived.tool, lived.args ?? {}, told as unknown as Json])),
    requestDigest: digest(canonical(lived.args ?? {})),
    outcome: lived.outcome ?? outcomeOf(lived, atoms),
    overlapped: lived.overlapped ?? false,
    at: 0,
    session: 'test',
  }
}

/** The same call before it is made. */
export function callOf(lived: Lived, more: Partial<Call> = {}): Call {
  const { tool, schema, atoms, quantities, callDigest, roles, at } = evidenceOf(lived)
  return {
    tool,
    schema,
    atoms,
    quantities,
    callDigest,
    roles,
    at,
    effect: 'MUTATING',
    authorization: 'not-required',
    ...more,
  }
}

/** A model that lived through these calls, in this order. */
export function modelOf(...lived: readonly Lived[]): Model {
  const model = emptyModel('test')
  for (const each of lived) learn(model, evidenceOf(each))
  return model
}

function sayableOf({ of = {}, args = {} }: Lived) {
  return atomsOf({
    roles: Object.entries(of).map(([role, { before }]) => ({
      role,
      observation: before === null ? { kind: 'absent' as const } : { kind: 'seen' as const, fields: before },
      features: Object.entries(before ?? {}),
      spoken: before ?? {},
    })),
    args,
    idArguments: new Set(),
  })
}

function keyOf(fields: JsonObject | null): StateKey {
  return fields === null ? absent : stateOf(Object.entries(fields))
}

function outcomeOf({ error, args = {}, kind }: Lived, atoms: readonly string[]): Outcome {
  if (error === undefined) return { kind: 'ok' }
  const { code, text } = fingerprintOf(error, args)
  return {
    kind: 'failure',
    failure: kind ?? kindOf(error, ''),
    code,
    fingerprint: text,
    names: namedAtoms(error, atoms),
  }
}
