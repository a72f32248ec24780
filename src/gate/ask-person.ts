import type { Model } from '../graph/model.ts'
import { at, isObject } from '../json.ts'
import type { Approvals, Verdict } from './approvals.ts'
import type { Hand } from './hand.ts'
import type { LivedCall } from './lived.ts'
import type { GateParts } from './parts.ts'
import { questionAbout, verdictIn } from './question.ts'

/** How long a person has: hosts give up a tool call after a minute, in milliseconds. */
const patience = 45_000

/**
 * Asks the person before the host about a held call, while it is open, and does what they say: a standing approval is
 * kept for this run or for good. undefined where this host cannot ask.
 */
export async function askPerson(
  parts: GateParts,
  approvals: Approvals,
  hand: Hand,
  call: LivedCall,
  model: Model,
): Promise<Verdict | undefined> {
  const before = approvals.said(call)
  if (before !== undefined) return before
  if (!canAsk(hand)) return undefined
  const question = questionAbout(parts.server, hand, call, model)
  const answer = await hand.held.askHost('elicitation/create', question, { timeoutMs: patience })
  const value = answer.kind === 'answer' ? answer.message.value() : undefined
  const verdict = verdictIn(value?.result)
  approvals.remember(hand.tool, call, verdict)
  if (verdict === 'always') await parts.policy.approve(hand.tool)
  return verdict
}

/** A host of the earlier era that said, as the session began, that it can show a form. `{}` means that it can. */
function canAsk({ held }: Hand): boolean {
  const can = at(held.hello.request?.value(), 'params.capabilities.elicitation')
  return isObject(can) && (Object.keys(can).length === 0 || can.form !== undefined)
}
