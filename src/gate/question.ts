import { clean } from '../advice/words.ts'
import { expectationOf } from '../graph/expectation.ts'
import type { Model } from '../graph/model.ts'
import { inBrackets } from '../graph/state.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Verdict } from './approvals.ts'
import type { Hand } from './hand.ts'
import type { LivedCall } from './lived.ts'

/** Most resources that a question names. */
const mostResources = 4

/**
 * The question about a call that needs a person's approval, as the parameters of `elicitation/create`: what it is
 * about, the state of each resource, and what was observed. One choice to make, without a default: an empty answer is
 * no approval.
 */
export function questionAbout(server: string, hand: Hand, call: LivedCall, model: Model): JsonObject {
  const why =
    hand.standing.effect === 'DESTRUCTIVE'
      ? 'It can destroy what it touches.'
      : 'Its adapter asks for an approval.'
  const resources = call.roles.slice(0, mostResources).map(({ role, resource, resourceClass, before }) => {
    const part = role === resourceClass ? '' : `${clean(role, 40)}: `
    return `${part}${clean(resource, 200)} ${clean(inBrackets(before), 200)}`
  })
  return {
    message: [
      `May the agent call ${clean(hand.tool, 80)} on the server ${clean(server, 80)}?`,
      ...resources,
      `${why} ${observed(call, model)}`,
    ].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        [field]: {
          type: 'string',
          title: 'Your answer',
          enum: choices.map(({ value }) => value),
          enumNames: choices.map(({ name }) => name),
        },
      },
      required: [field],
    },
  }
}

/** What a person's answer means. Anything but a plain choice is no approval. */
export function verdictIn(result: Json | undefined): Verdict {
  if (!isObject(result)) return 'unanswered'
  if (result.action === 'decline') return 'declined'
  if (result.action !== 'accept' || !isObject(result.content)) return 'unanswered'
  const choice = choices.find(({ value }) => isObject(result.content) && result.content[field] === value)
  return choice?.verdict ?? 'unanswered'
}

const field = 'decision'

const choices: readonly { readonly value: string; readonly name: string; readonly verdict: Verdict }[] = [
  { value: 'refuse', name: 'No, do not call it', verdict: 'refused' },
  { value: 'once', name: 'Yes, this once', verdict: 'once' },
  { value: 'session', name: 'Yes, until the server is started again', verdict: 'session' },
  { value: 'always', name: 'Yes, always for this tool', verdict: 'always' },
]

function observed(call: LivedCall, model: Model): string {
  const tool = model.tools.get(call.tool)
  const [first] = call.roles
  const edge = first?.before == null ? undefined : expectationOf(tool, first.role, first.before).edge
  const failed = [...(edge?.failed.values() ?? [])].reduce((sum, { count }) => sum + count, 0)
  if (edge === undefined || edge.ok + failed === 0) return 'It was never tried from this state.'
  return `From this state it worked ${edge.ok} and failed ${failed} times.`
}
