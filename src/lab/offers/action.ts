import { parseRef, refOf } from '../../adapter/ref.ts'
import { readOfferId } from '../../advice/offer-id.ts'
import { clean } from '../../advice/words.ts'
import type { Gate } from '../../gate/context.ts'
import { digestOf } from '../../gate/digest.ts'
import type { Memory } from '../../gate/memory.ts'
import { textArgument } from '../../gate/own-tools.ts'
import type { StateKey } from '../../graph/evidence.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { argumentsFor, type Target, toolOf } from './arguments.ts'
import type { Downstream } from './downstream.ts'
import type { Journal } from './journal.ts'
import type { HostPolicy } from './policy.ts'

/** What carrying out an offer takes. */
export interface Execution {
  readonly gate: Gate
  readonly memory: Memory
  readonly downstream: Downstream
  readonly policy: HostPolicy
  readonly journal: Journal
}

/** An action that was asked for and is the one that was offered; whether it may be carried out is another question. */
export interface Action {
  readonly tool: string
  readonly args: JsonObject
  readonly target: Target
  /** As it was offered. */
  readonly state: StateKey | null
  readonly key: string
  readonly ref: string
  /** Digest of all that was asked for. */
  readonly request: string
}

/** Why nothing is done, or, for a retry, what was done the first time. */
export type Turned =
  | { readonly kind: 'refused' | 'held'; readonly why: string }
  | { readonly kind: 'again'; readonly result: JsonObject }

/** What was asked for, or why it is nothing that was offered. */
export function actionFrom({ gate }: Execution, given: JsonObject): Action | Turned {
  const { catalogue, known } = gate.parts
  const adapter = known()?.adapter
  const offer = readOfferId(textArgument(given, 'offer_id'))
  const named = adapter && parseRef(adapter, textArgument(given, 'resource_ref'))
  if (adapter === undefined || named === undefined)
    return refused('resource_ref names no resource; write class:id')
  if (offer === undefined) return refused('offer_id is no offer; take one from mcpgraphy_affordances')
  const { tool: name, action } = toolOf(offer.tool, each => catalogue.tools.has(each))
  const tool = catalogue.tools.get(name)
  if (tool === undefined) return refused(`the server has no tool ${clean(name, 60)}`)
  const target = { label: offer.tool, role: offer.role, rule: named.rule, id: named.id }
  const own = isObject(given.arguments) ? given.arguments : {}
  const args = argumentsFor(adapter, tool, target, own, action)
  if (typeof args === 'string') return refused(args)
  const key = textArgument(given, 'idempotency_key')
  const ref = refOf(named.rule, named.id)
  const request = digestOf([name, args, ref, offer.state])
  return { tool: name, args, target, state: offer.state, key, ref, request }
}

/** Nothing is done, for this reason. */
export function refused(why: string): Turned {
  return { kind: 'refused', why }
}
