import { type Approvals, createApprovals } from './approvals.ts'
import { type Changes, createChanges } from './change.ts'
import { type Checks, createChecks } from './checks.ts'
import type { Considered } from './consider.ts'
import type { Hand } from './hand.ts'
import type { Memory } from './memory.ts'
import { type Crossing, createCrossing } from './overlap.ts'
import type { GateParts } from './parts.ts'
import { createPromises, type Promises } from './promises.ts'
import { createRelenting, type Relent } from './retest.ts'
import { createSeal, type Seal } from './sealed.ts'
import { createSketchbook, type Sketchbook } from './sketchbook.ts'
import { createSpeaker, type Speaker } from './speaker.ts'
import { createTasks, type Tasks } from './tasks.ts'

/** A call that became a task, with all that is needed to learn from its end. */
export interface Pending {
  readonly hand: Hand
  readonly considered: Considered
  readonly memory: Memory
}

/** What one gate remembers between calls, beside what is learned. */
export interface Gate {
  readonly parts: GateParts
  readonly crossing: Crossing
  readonly approvals: Approvals
  readonly seal: Seal
  readonly tasks: Tasks<Pending>
  readonly relent: Relent
  readonly promises: Promises
  readonly says: Speaker
  readonly checks: Checks
  readonly changes: Changes
  readonly sketchbook: Sketchbook
}

/** What a person approved for this run counts like what stands in `modes.json`. */
export function createContext(parts: GateParts): Gate {
  const approvals = createApprovals()
  const { policy } = parts
  const isApproved = (tool: string) => policy.isApproved(tool) || approvals.isApproved(tool)
  return {
    parts: { ...parts, policy: { ...policy, isApproved } },
    crossing: parts.crossing ?? createCrossing(),
    approvals,
    seal: createSeal(),
    tasks: createTasks<Pending>(),
    relent: createRelenting(policy.retestEvery),
    promises: createPromises(),
    says: createSpeaker(policy, parts.answers),
    checks: createChecks(),
    changes: createChanges(parts.now),
    sketchbook: createSketchbook(parts.tell),
  }
}
