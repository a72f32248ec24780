import type { JsonObject } from '../../json.ts'
import { parameterOf, requiredOf } from '../tool.ts'
import { readNouns, wordsOf } from '../words.ts'
import type { ResourceGuess } from './classes.ts'
import { type ClassifiedTool, requiredIds } from './classified.ts'
import { nounsOf, singular } from './nouns.ts'

/** A tool that may read a thing back, how well it fits, and what it must be given besides the id. */
export interface Candidate {
  readonly tool: ClassifiedTool
  readonly score: number
  /** Constant arguments: `method: "get"`. */
  readonly constants: JsonObject
  /** What speaks for it, in words. */
  readonly why: string
}

/** The least that a candidate must score, and by how much it must be ahead of the next. */
const least = 3
const ahead = 2

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
  if (lead < ahead) {
    return { kind: 'none', why: `${best.tool.tool.name} and ${second?.tool.tool.name} look equally good` }
  }
  return { kind: 'chosen', candidate: best, isSure: best.score >= 6 && lead > ahead }
}

/** Where a rarer id is required too, this one only says where to look: the tool reads another thing. */
function candidateOf(tool: ClassifiedTool, guess: ResourceGuess, common: ReadonlySet<string>): Candidate[] {
  const ids = requiredIds(tool).map(id => id.name)
  if (ids.some(id => (guess.uses.get(id) ?? 0) < (guess.uses.get(guess.idParam) ?? 0))) return []
  const rest = requiredOf(tool.tool).filter(name => !ids.includes(name))
  const constants = Object.fromEntries(rest.map(name => [name, readingChoice(parameterOf(tool.tool, name))]))
  if (Object.values(constants).some(value => value === undefined)) return []
  const reasons = [
    verbReason(tool),
    aspectReason(tool),
    nounReason(tool, guess, common),
    ...lesserReasons(tool),
  ]
  const counted = reasons.filter(reason => reason.points !== 0)
  const score = counted.reduce((sum, reason) => sum + reason.points, 0)
  const why = counted.filter(reason => reason.points > 0).map(reason => reason.why)
  return [{ tool, score, constants: constants as JsonObject, why: why.join(', ') }]
}

interface Reason {
  readonly points: number
  readonly why: string
}

/** A parameter that chooses what a tool does may be given the choice that reads. */
function readingChoice(schema: JsonObject): string | undefined {
  const { enum: choices } = schema
  if (!Array.isArray(choices)) return undefined
  return choices.find(
    (choice): choice is string => typeof choice === 'string' && /^(?:get|read|details?|info)$/i.test(choice),
  )
}

function verbReason({ tool }: ClassifiedTool): Reason {
  const words = wordsOf(tool.name)
  const lists = words.find(word => ['list', 'search', 'find', 'query', 'browse', 'next'].includes(word))
  if (lists !== undefined) return { points: -5, why: lists }
  const shows = words.find(word =>
    ['get', 'describe', 'show', 'view', 'inspect', 'retrieve', 'fetch', 'lookup'].includes(word),
  )
  if (shows !== undefined) return { points: 3, why: `its name says "${shows}"` }
  const opens = words.find(word => word === 'read' || word === 'open')
  return opens === undefined ? { points: 0, why: '' } : { points: 1, why: `its name says "${opens}"` }
}

/** Words of a name that promise a state, and words that promise something beside it. */
const stateAspects = new Set('info information details detail metadata status state'.split(' '))
const otherAspects = new Set(
  (
    'history log logs tree diff content contents comment comments reply replies message messages child children dependency ' +
    'dependencies handoff text media file_content listing sizes raw image chart report'
  ).split(' '),
)

function aspectReason({ tool }: ClassifiedTool): Reason {
  const words = wordsOf(tool.name)
  const other = words.find(word => otherAspects.has(word))
  if (other !== undefined) return { points: -4, why: other }
  const state = words.find(word => stateAspects.has(word))
  return state === undefined ? { points: 0, why: '' } : { points: 4, why: `and "${state}"` }
}

/** The tool is about the thing and nothing else; or at least its description names the thing. */
function nounReason({ tool }: ClassifiedTool, guess: ResourceGuess, common: ReadonlySet<string>): Reason {
  const nouns = nounsOf(tool, common).filter(noun => !stateAspects.has(noun) && !readNouns.has(noun))
  const wanted = guess.noun === '' ? nouns : guess.noun.split('_')
  if (guess.noun === '' && nouns.length === 1)
    return { points: 2, why: `it is about nothing but ${nouns[0]}` }
  const extra = nouns.filter(noun => !wanted.includes(noun)).length
  if (wanted.length > 0 && wanted.every(noun => nouns.includes(noun))) {
    return { points: 3 - 2 * extra, why: `it is about ${wanted.join(' ')}` }
  }
  const described = wordsOf(tool.description).map(singular)
  const isNamed = wanted.length > 0 && wanted.every(noun => described.includes(noun))
  return isNamed
    ? { points: 2, why: `its description speaks of ${wanted.join(' ')}` }
    : { points: -4, why: '' }
}

function lesserReasons({ tool }: ClassifiedTool): Reason[] {
  const { description, hints } = tool
  const beginning = description.slice(0, 200)
  return [
    { points: hints.readOnlyHint === true ? 1 : 0, why: 'its hint says that it only reads' },
    { points: /\bdeprecated\b/i.test(`${tool.name} ${description}`) ? -5 : 0, why: '' },
    {
      points: /\b(?:metadata|details?|detailed|status)\b/i.test(beginning) ? 1 : 0,
      why: 'its description promises details',
    },
    { points: /\bcontents?\b/i.test(beginning) ? -2 : 0, why: '' },
  ]
}
