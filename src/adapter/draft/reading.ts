import type { JsonObject } from '../../json.ts'
import { parameterOf, requiredOf } from '../tool.ts'
import type { ResourceGuess } from './classes.ts'
import { type ClassifiedTool, requiredIds } from './classified.ts'
import { reasonsFor } from './fitness.ts'

/** A tool that may read a thing back, how well it fits, and what it must be given besides the id. */
export interface Candidate {
  readonly tool: ClassifiedTool
  readonly score: number
  /** Constant arguments: `method: "get"`. */
  readonly constants: JsonObject
  /** What speaks for it, in words. */
  readonly why: string
}

/** The least that a candidate must score, and from where on it is beyond doubt. */
const least = 3
const beyondDoubt = { score: 6, lead: 2 }

/** The tool that reads a thing back, or why none was chosen. */
export type Choice =
  | { readonly kind: 'chosen'; readonly candidate: Candidate; readonly isSure: boolean }
  | { readonly kind: 'none'; readonly why: string }

/** Chooses the reading tool of a thing. Rather none than one that it is not sure of: it is called around every call. */
export function chooseReading(guess: ResourceGuess, common: ReadonlySet<string>): Choice {
  const candidates = guess.tools
    .filter(tool => tool.effect === 'READ_ONLY')
    .flatMap(tool => candidateOf(tool, guess, common))
    .sort((a, b) => b.score - a.score)
  const [best, second] = candidates
  if (best === undefined)
    return { kind: 'none', why: `no tool that only reads takes ${guess.idParam} and nothing more` }
  const lead = best.score - (second?.score ?? -1)
  if (best.score < least) {
    return {
      kind: 'none',
      why: `${best.tool.tool.name} is the closest, and it does not look like one that shows a state`,
    }
  }
  if (lead === 0) {
    return { kind: 'none', why: `${best.tool.tool.name} and ${second?.tool.tool.name} look equally good` }
  }
  return {
    kind: 'chosen',
    candidate: best,
    isSure: best.score >= beyondDoubt.score && lead > beyondDoubt.lead,
  }
}

/** Where a rarer id is required too, this one only says where to look: the tool reads another thing. */
function candidateOf(tool: ClassifiedTool, guess: ResourceGuess, common: ReadonlySet<string>): Candidate[] {
  const ids = requiredIds(tool).map(id => id.name)
  if (ids.some(id => (guess.uses.get(id) ?? 0) < (guess.uses.get(guess.idParam) ?? 0))) return []
  const rest = requiredOf(tool.tool).filter(name => !ids.includes(name))
  const constants = Object.fromEntries(rest.map(name => [name, readingChoice(parameterOf(tool.tool, name))]))
  if (Object.values(constants).some(value => value === undefined)) return []
  const reasons = reasonsFor(tool, guess, common)
  const score = reasons.reduce((sum, reason) => sum + reason.points, 0)
  const why = reasons.filter(reason => reason.points > 0).map(reason => reason.why)
  return [{ tool, score, constants: constants as JsonObject, why: why.join(', ') }]
}

/** A parameter that chooses what a tool does may be given the choice that reads. */
function readingChoice(schema: JsonObject): string | undefined {
  const { enum: choices } = schema
  if (!Array.isArray(choices)) return undefined
  return choices.find(
    (choice): choice is string => typeof choice === 'string' && /^(?:get|read|details?|info)$/i.test(choice),
  )
}
