import type { Json, JsonObject } from '../../json.ts'
import type { Scope } from './condition.ts'
import type { SimCall, Verdict } from './judge.ts'
import type { SimRules } from './rules.ts'
import { listed, visible, type World } from './world.ts'

/** An answer as MCP gives it: a result, or an error of the protocol. */
export type SimAnswer = { readonly result: JsonObject } | { readonly error: JsonObject }

/** Puts what a call did into the words of MCP. Hidden fields never stand in it. */
export function answerTo(
  rules: SimRules,
  world: World,
  { tool }: SimCall,
  verdict: Verdict,
  scope: Scope,
): SimAnswer {
  if (verdict.kind === 'malformed') return { error: { code: -32602, message: verdict.why } }
  if (verdict.kind === 'fails') return { result: failure(verdict.why) }
  if (tool === rules.listTool) {
    const all = Object.values(listed(rules, world)).map(each => visible(rules, each))
    return { result: said({ [`${rules.resource}s`]: all }) }
  }
  return { result: said(shown(rules, scope)) }
}

/** One resource as it is now; of several, each under its role. */
function shown(rules: SimRules, { roles }: Scope): Json {
  const all = Object.entries(roles).map(([role, { id, fields }]): [string, JsonObject] => [
    role,
    fields === undefined ? { id, deleted: true } : visible(rules, fields),
  ])
  const [only] = all
  return all.length === 1 && only !== undefined ? only[1] : Object.fromEntries(all)
}

function failure({ code, says, soft }: { code: string; says: string; soft?: true }): JsonObject {
  return soft
    ? said({ success: false, code, error: says })
    : { content: [{ type: 'text', text: `${code}: ${says}` }], isError: true }
}

function said(value: Json): JsonObject {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] }
}
