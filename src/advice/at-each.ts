import type { StateKey } from '../graph/evidence.ts'
import type { Model, ToolModel } from '../graph/model.ts'
import type { Candidate } from './offers.ts'

/** What one tool was found to do from one state, and how much it had learned then. */
interface Slot<Answer> {
  readonly label: string
  readonly role: string
  readonly tool: ToolModel | undefined
  readonly taught: number
  readonly answer: Answer
}

/**
 * What is worked out for each of several tools at one state, in their order. A line asks this of every tool at every
 * state within reach, and one call teaches one tool: only that one is worked out anew. `work` must depend on nothing
 * but the tool's model, the role and the state.
 */
export function atEach<Answer>(
  work: (tool: ToolModel | undefined, role: string, state: StateKey) => Answer,
): (model: Model, candidates: readonly Candidate[], state: StateKey) => Answer[] {
  const byModel = new WeakMap<Model, Map<StateKey, Slot<Answer>[]>>()
  return (model, candidates, state) => {
    const slots = slotsAt(byModel, model, state)
    return candidates.map(({ tool: label, role }, index) => {
      const slot = slots[index]
      if (slot?.label === label && slot.role === role && isFresh(slot)) return slot.answer
      const tool = model.tools.get(label)
      const answer = work(tool, role, state)
      // what nobody has called yet may be called soon
      if (tool !== undefined) slots[index] = { label, role, tool, taught: taughtSoFar(tool), answer }
      return answer
    })
  }
}

function slotsAt<Answer>(
  byModel: WeakMap<Model, Map<StateKey, Slot<Answer>[]>>,
  model: Model,
  state: StateKey,
): Slot<Answer>[] {
  const byState = byModel.get(model) ?? new Map<StateKey, Slot<Answer>[]>()
  byModel.set(model, byState)
  if (byState.size >= mostStates) byState.clear()
  const slots = byState.get(state) ?? []
  byState.set(state, slots)
  return slots
}

const mostStates = 500

function isFresh<Answer>({ tool, taught }: Slot<Answer>): boolean {
  return tool !== undefined && taughtSoFar(tool) === taught
}

/** Grows with everything that teaches what can be asked of a tool. */
function taughtSoFar({ ok, failed, epoch }: ToolModel): number {
  return epoch * 2 ** 32 + ok + failed
}
