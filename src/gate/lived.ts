import { idArguments } from '../adapter/roles.ts'
import type { Call } from '../advice/call.ts'
import { atomsOf } from '../graph/atoms.ts'
import type { Evidence, Outcome } from '../graph/evidence.ts'
import type { ToolModel } from '../graph/model.ts'
import { isGrave, unacceptedIn } from '../graph/violations.ts'
import type { JsonObject } from '../json.ts'
import { digestOf } from './digest.ts'
import type { Hand } from './hand.ts'
import type { Place } from './observe.ts'

/** A call as the model judges it. */
export interface LivedCall extends Call, Pick<Evidence, 'requestDigest'> {
  /** The arguments break the tool's schema in a way that the server was never seen to accept. */
  readonly breaksSchema: boolean
  /** Digest of tool and arguments alone: the same call in whatever state. */
  readonly callKey: string
}

/** In which ways the arguments break the tool's schema, and what is known of the tool. */
interface Checked {
  readonly violations: readonly string[]
  readonly tool: ToolModel | undefined
}

/** The call in hand with all that can be said of it before it is decided: atoms, states and digests. */
export function callFrom(
  { tool, args, known, standing }: Hand,
  before: readonly Place[],
  schema: string,
  at: number,
  checked: Checked = { violations: [], tool: undefined },
): LivedCall {
  const ids = known === undefined ? new Set<string>() : idArguments(known.adapter, tool)
  const { atoms, quantities } = atomsOf({
    roles: before.map(({ role, sight }) => ({ role: role.role, ...sight })),
    args,
    idArguments: new Set([...ids].map(topLevel)),
  })
  return {
    tool: standing.label,
    effect: standing.effect,
    authorization: standing.authorization,
    schema,
    at,
    atoms: [...atoms, ...checked.violations],
    breaksSchema: unacceptedIn(checked.tool, checked.violations).some(isGrave),
    quantities,
    roles: before.map(({ role, sight }) => ({
      role: role.role,
      resource: role.ref,
      resourceClass: role.resourceClass,
      before: sight.state,
    })),
    callDigest: digestOf([tool, args, before.map(({ role, sight }) => [role.ref, sight.look])]),
    requestDigest: digestOf([tool, withoutIds(args, ids)]),
    callKey: digestOf([tool, args]),
  }
}

/** The evidence of a call that was made. What it created has a state after it and none before. */
export function evidenceFrom(
  call: LivedCall,
  lived: { after: readonly Place[]; outcome: Outcome; overlapped: boolean },
  around: Pick<Evidence, 'server' | 'session'> & { now(): number },
): Evidence {
  const { tool, schema, atoms, quantities, callDigest, requestDigest } = call
  const { outcome, overlapped } = lived
  const roles = lived.after.map(({ role, sight }, index) => ({
    role: role.role,
    resource: role.ref,
    resourceClass: role.resourceClass,
    before: call.roles[index]?.before ?? null,
    after: sight.state,
  }))
  const { server, session } = around
  return {
    server,
    tool,
    schema,
    roles,
    atoms,
    quantities,
    callDigest,
    requestDigest,
    outcome,
    overlapped,
    at: around.now(),
    session,
  }
}

/** The arguments without those that name a resource as a whole; an id inside a list or an object stays in. */
function withoutIds(args: JsonObject, ids: ReadonlySet<string>): JsonObject {
  const names = new Set([...ids].map(path => path.replace(/\[\*\]$/, '')))
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name)))
}

function topLevel(path: string): string {
  return path.split(/[.[]/)[0] ?? path
}
