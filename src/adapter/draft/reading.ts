import type { JsonObject } from '../../json.ts'
import { parameterIn } from '../sources.ts'
import { type ListedTool, parameterOf, requiredOf } from '../tool.ts'
import type { ResourceGuess } from './classes.ts'
import { type ClassifiedTool, requiredIds } from './classified.ts'
import { reasonsFor } from './fitness.ts'
import { type Leaf, leavesOf } from './leaves.ts'

/** A tool that may read a thing back, how well it fits, and what it must be given besides the id. */
export interface Candidate {
  readonly tool: ClassifiedTool
  readonly score: number
  /** By path: constant arguments, as `method: "get"`. */
  readonly constants: Readonly<Record<string, string>>
  /** What it requires that is no id by itself, but that all tools for the thing share. */
  readonly scope: readonly Leaf[]
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
  const ids = requiredIds(tool)
  if (ids.some(id => (guess.uses.get(id.name) ?? 0) < (guess.uses.get(guess.idParam) ?? 0))) return []
  const rest = leavesOf(tool.tool).filter(leaf => leaf.isRequired && !ids.some(id => id.path === leaf.path))
  const scope = rest.filter(leaf => isScopeOf(leaf, guess))
  const constants = rest
    .filter(leaf => !scope.includes(leaf))
    .map(leaf => [leaf.path, readingChoice(leaf.schema)] as const)
  if (constants.some(([, value]) => value === undefined) || hasMore(tool.tool)) return []
  const reasons = reasonsFor(tool, guess, common)
  const score = reasons.reduce((sum, reason) => sum + reason.points, 0)
  const why = reasons.filter(reason => reason.points > 0).map(reason => reason.why)
  return [
    {
      tool,
      score,
      scope,
      constants: Object.fromEntries(
        constants.filter((each): each is [string, string] => each[1] !== undefined),
      ),
      why: why.join(', '),
    },
  ]
}

/** What a tool requires and leaves open (a list, an object without a schema) cannot be filled in. */
function hasMore(tool: ListedTool): boolean {
  const known = new Set(leavesOf(tool).map(({ path }) => parameterIn(path)))
  return requiredOf(tool).some(name => !known.has(name) || isList(parameterOf(tool, name)))
}

function isList(schema: JsonObject): boolean {
  return schema.type === 'array'
}

/** A text that every tool for the thing requires, or nearly every one, is a part of its id: a project's root, a vault. */
function isScopeOf(leaf: Leaf, { tools }: ResourceGuess): boolean {
  if (leaf.schema.type !== 'string' || leaf.schema.enum !== undefined || leaf.list !== null) return false
  const requiring = tools.filter(({ tool }) =>
    leavesOf(tool).some(each => each.isRequired && each.name === leaf.name && each.list === null),
  )
  return requiring.length >= 0.8 * tools.length && requiring.some(({ effect }) => effect !== 'READ_ONLY')
}

/** A parameter that chooses what a tool does may be given the choice that reads. */
function readingChoice(schema: JsonObject): string | undefined {
  const { enum: choices } = schema
  if (!Array.isArray(choices)) return undefined
  return choices.find(
    (choice): choice is string =>
      typeof choice === 'string' && /^(?:get|read|show|details?|info)$/i.test(choice),
  )
}
