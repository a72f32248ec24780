import { atomsOf } from '../graph/atoms.ts'
import { digest } from '../graph/digest.ts'
import { versioned } from '../graph/drift.ts'
import type { Evidence, Outcome } from '../graph/evidence.ts'
import { namedAtoms } from '../graph/names.ts'
import { stateOf } from '../graph/state.ts'
import type { Random } from './random.ts'

/** A server whose tools each fail in one status, and which may change its mind. */
export interface DriftWorld {
  /** By tool: the status in which it fails; null where it has dropped its rule. */
  readonly rules: Map<string, string | null>
  /** The version that it gives itself. */
  version: string
}

const statuses = ['DRAFT', 'OPEN', 'PAID', 'CLOSED'] as const
const tools = ['approve', 'ship', 'refund', 'archive', 'assign', 'rename'] as const

/** Every tool has a rule. */
export function driftWorld(random: Random): DriftWorld {
  const rules = tools.map(tool => [tool, random.pick(statuses) ?? null] as const)
  return { rules: new Map(rules), version: '1.0' }
}

/** The first half of the tools drop their rules; the others keep them. With `told` the server also has a new version. */
export function dropRules(world: DriftWorld, told: boolean): void {
  for (const tool of tools.slice(0, tools.length / 2)) world.rules.set(tool, null)
  if (told) world.version = '1.1'
}

/** How often an agent that has not learned tries a tool in the one status in which it fails, or failed. */
const share = 0.3

/**
 * One call of an agent that keeps trying, as evidence: what could be said of it before, and how it goes if it is made.
 * `rule`: the status in which the tool fails, or failed before it dropped that.
 */
export function driftCall(
  world: DriftWorld,
  rules: ReadonlyMap<string, string | null>,
  random: Random,
  number: number,
): Evidence {
  const tool = random.pick(tools) ?? 'approve'
  const rule = rules.get(tool) ?? 'DRAFT'
  const others = statuses.filter(each => each !== rule)
  const status = random.next() < share ? rule : (random.pick(others) ?? 'OPEN')
  const [id, urgent, edit] = [`order:${random.below(60)}`, random.next() < 0.5, random.below(1000)]
  const args = { order_id: id, note: random.pick(['short', 'long']) ?? 'short' }
  const features = [
    ['status', status],
    ['urgent', urgent],
  ] as const
  const fields = Object.fromEntries(features)
  const roles = [{ role: 'order', observation: { kind: 'seen', fields } as const, features, spoken: {} }]
  const { atoms, quantities } = atomsOf({ roles, args, idArguments: new Set(['order_id']) })
  const state = stateOf(features)
  return {
    server: 'orders',
    tool,
    schema: versioned('schema', world.version),
    roles: [{ role: 'order', resource: id, resourceClass: 'order', before: state, after: state }],
    atoms,
    quantities,
    callDigest: digest(JSON.stringify([tool, args, fields, edit])),
    requestDigest: digest(JSON.stringify([tool, args.note])),
    outcome: outcomeIn(world.rules.get(tool) === status, atoms),
    overlapped: false,
    at: number * 30_000,
    session: 'drift',
  }
}

/** Its words name no state: a server that said which would be understood sooner. */
function outcomeIn(fails: boolean, atoms: readonly string[]): Outcome {
  if (!fails) return { kind: 'ok' }
  const text = 'ERR_RULE: that cannot be done now'
  return {
    kind: 'failure',
    failure: 'state',
    code: 'ERR_RULE',
    fingerprint: text,
    names: namedAtoms(text, atoms),
  }
}
