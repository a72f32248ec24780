import type { Evidence } from './evidence.ts'
import { sayable } from './explanation.ts'
import type { FailureClass, Model, ToolModel } from './model.ts'
import { meetsBar, refuses } from './rule.ts'

/**
 * Counts a call that was made although a class would have refused it: did it fail as foreseen, or did it work? To be
 * asked before the call is learned.
 */
export function noteForeseen(model: Model, tool: ToolModel, evidence: Evidence): void {
  const held: FailureClass[] = []
  for (const each of tool.classes.values())
    if (
      meetsBar(tool, each) &&
      refuses(tool, each, sayable(evidence.atoms, evidence.quantities), evidence.schema)
    )
      held.push(each)
  if (held.length === 0) return
  const became = evidence.outcome.kind === 'ok' ? 'worked' : 'failed'
  for (const { foreseen } of held) foreseen[became]++
  model.foreseen[became]++
}
