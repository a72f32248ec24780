import { parseRef, refOf } from '../adapter/ref.ts'
import { explain, explainedInWords } from '../advice/explain.ts'
import { readOfferId } from '../advice/offer-id.ts'
import { offersInWords, routeInWords } from '../advice/offer-words.ts'
import { goalInWords } from '../advice/offers.ts'
import { routeTo } from '../advice/routes.ts'
import { clean } from '../advice/words.ts'
import { graphAsJson, graphAsMermaid } from '../graph/export.ts'
import type { Model } from '../graph/model.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { candidatesAt, offersAt } from './advise.ts'
import type { AskTool } from './observe.ts'
import { listed, type OwnTool, textArgument } from './own-tools.ts'
import type { GateParts } from './parts.ts'

/** What one of our tools says. */
export interface OwnAnswer {
  readonly text: string
  readonly isError: boolean
}

/** Answers a call to one of our own tools. None of them changes anything; affordances reads one resource. */
export async function answerOwnTool(
  parts: GateParts,
  tool: OwnTool,
  args: JsonObject,
  ask: AskTool,
): Promise<OwnAnswer> {
  if (parts.memory === undefined) {
    return wrong(
      'mcpgraphy cannot read its database, so nothing is learned here; calls go through. See: mcpgraphy status',
    )
  }
  const model = await parts.memory.model()
  switch (tool) {
    case 'mcpgraphy_affordances':
      return affordances(parts, model, args, ask)
    case 'mcpgraphy_explain':
      return explained(model, args)
    case 'mcpgraphy_graph':
      return said(args.format === 'mermaid' ? graphAsMermaid(model) : JSON.stringify(graphAsJson(model)))
    case 'mcpgraphy_status':
      return status(parts, model)
  }
}

async function affordances(
  parts: GateParts,
  model: Model,
  args: JsonObject,
  ask: AskTool,
): Promise<OwnAnswer> {
  const known = parts.known()
  if (known === undefined) {
    return wrong(
      'There is no adapter for this server, so its resources cannot be read. The user can draft one: mcpgraphy adapter init',
    )
  }
  const given = textArgument(args, 'resource_ref')
  const named = parseRef(known.adapter, given)
  if (named === undefined) {
    const classes = known.adapter.resources.map(each => each.resourceClass)
    return wrong(
      `“${clean(given, 100)}” names no resource. Write class:id, with one of these classes: ${listed(classes)}.`,
    )
  }
  if (args.goal !== undefined && !isObject(args.goal))
    return wrong('The goal is an object of features, for example {"status": "PUBLISHED"}.')
  const { resourceClass } = named.rule
  const ref = refOf(named.rule, named.id)
  const role = { role: resourceClass, resourceClass, rule: named.rule, id: named.id, ref }
  const sight = await known.observer.look(role, ask)
  const offers = offersAt(parts, model, { role, sight })
  const goal = isObject(args.goal)
    ? Object.entries(args.goal).filter((each): each is [string, Json] => each[1] !== undefined)
    : []
  const route =
    goal.length === 0 || sight.state === null
      ? []
      : [
          routeInWords(
            goalInWords(goal),
            routeTo(model, candidatesAt(parts, model, resourceClass), sight.state, goal),
          ),
        ]
  return said([...offersInWords(ref, sight.state, offers), ...route].join('\n'))
}

function explained(model: Model, args: JsonObject): OwnAnswer {
  const id = textArgument(args, 'offer_id')
  const named = readOfferId(id)
  if (named === undefined) {
    return wrong(
      `“${clean(id, 100)}” is no offer. Take the id from mcpgraphy_affordances, for example edit_file@file:exists=false.`,
    )
  }
  const lines = explainedInWords(explain(model, named.tool, named.role, named.state))
  return said(lines.map(each => clean(each, 600)).join('\n'))
}

async function status({ server, policy, memory, known }: GateParts, model: Model): Promise<OwnAnswer> {
  const counts = await memory?.counts()
  return said(
    [
      `server ${clean(server, 80)}: mode ${policy.mode()}, adapter ${clean(known()?.adapter.serverId ?? 'none', 80)}, model version ${model.version}`,
      `calls ${counts?.calls ?? 0}, failures ${counts?.failures ?? 0}, warned ${counts?.noted ?? 0}, refused ${counts?.refused ?? 0}, held ${counts?.held ?? 0}`,
    ].join('\n'),
  )
}

function said(text: string): OwnAnswer {
  return { text, isError: false }
}

function wrong(text: string): OwnAnswer {
  return { text, isError: true }
}
