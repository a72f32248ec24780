import { destroyVerbs, readNouns, wordsOf, writeVerbs } from '../words.ts'
import type { ResourceGuess } from './classes.ts'
import type { ClassifiedTool } from './classified.ts'
import { nounsOf, singular } from './nouns.ts'

/** Something that speaks for a tool as the one that reads a thing back (or against it), with its weight. */
export interface Reason {
  readonly points: number
  /** In words; only what speaks for it is ever told. */
  readonly why: string
}

/** All that names and descriptions say for and against a tool that takes the ids of a thing and only reads. */
export function reasonsFor(
  tool: ClassifiedTool,
  guess: ResourceGuess,
  common: ReadonlySet<string>,
): Reason[] {
  return [
    verbReason(tool),
    secondVerbReason(tool, guess),
    aspectReason(tool),
    guess.noun === '' ? oneNounReason(tool, common) : nounReason(tool, guess, common),
    ...lesserReasons(tool),
  ].flatMap(reason => reason ?? [])
}

const listing = new Set('list search find query browse next'.split(' '))
const showing = new Set('get describe show view inspect retrieve fetch lookup'.split(' '))
const opening = new Set('read open'.split(' '))

function verbReason({ tool }: ClassifiedTool): Reason | undefined {
  const words = wordsOf(tool.name)
  const verb = (verbs: ReadonlySet<string>) => words.find(word => verbs.has(word))
  if (verb(listing) !== undefined || isPlural(words.at(-1) ?? '')) return { points: -5, why: 'it lists' }
  const shows = verb(showing) ?? verb(opening)
  if (shows !== undefined) return { points: showing.has(shows) ? 3 : 1, why: `its name says "${shows}"` }
  return words.some(word => details.has(word) || statuses.has(word))
    ? undefined
    : { points: -4, why: 'nothing in its name says that it shows something' }
}

/** `get_epic_issues` shows many of another thing. */
function isPlural(word: string): boolean {
  return singular(word) !== word && !details.has(word)
}

/** `get_edit_metadata` is about editing, not about the thing. */
function secondVerbReason({ tool }: ClassifiedTool, guess: ResourceGuess): Reason | undefined {
  const own = guess.noun.split('_')
  const verb = wordsOf(tool.name).find(
    word => (writeVerbs.has(word) || destroyVerbs.has(word)) && !own.includes(word) && word !== 'request',
  )
  return verb === undefined ? undefined : { points: -8, why: `its name says "${verb}"` }
}

/** Words of a name that promise what a thing is like, less surely so, and those that promise something beside it. */
const details = new Set('info information details detail metadata'.split(' '))
const statuses = new Set('status state'.split(' '))
const besides = new Set(
  (
    'history log logs blame tree diff content contents comment comments reply replies message messages child children ' +
    'dependency dependencies handoff text media listing sizes raw image chart report permissions members stats'
  ).split(' '),
)

function aspectReason({ tool }: ClassifiedTool): Reason | undefined {
  const words = wordsOf(tool.name)
  if (words.some(word => besides.has(word))) return { points: -6, why: 'it shows something beside it' }
  const promise = words.find(word => details.has(word) || statuses.has(word))
  return promise === undefined ? undefined : { points: details.has(promise) ? 4 : 1, why: `and "${promise}"` }
}

/** Where the parameter says no noun (`path`), the tool should have one. */
function oneNounReason(tool: ClassifiedTool, common: ReadonlySet<string>): Reason {
  const [noun, ...others] = ownNouns(tool, common)
  if (noun === undefined && wordsOf(tool.tool.name).length === 1)
    return { points: 1, why: 'its name is that alone' }
  const isOne = noun !== undefined && others.length === 0
  return isOne
    ? { points: 2, why: `it is about ${noun} alone` }
    : { points: -2, why: 'it is about several things' }
}

/** The tool is about the thing and nothing else; or its description names the thing, and its name nothing else. */
function nounReason(tool: ClassifiedTool, guess: ResourceGuess, common: ReadonlySet<string>): Reason {
  const wanted = guess.noun.split('_')
  const shared = (noun: string) => guess.tools.every(each => namesOf(each).includes(noun))
  if (ownNouns(tool, common).some(noun => !wanted.includes(noun) && !shared(noun))) {
    return { points: -6, why: 'it is about another thing' }
  }
  const names = namesOf(tool)
  if (wanted.every(noun => names.includes(noun))) {
    const hasAspect = names.some(name => details.has(name) || statuses.has(name))
    return { points: hasAspect ? 3 : 5, why: `it is about ${wanted.join(' ')}` }
  }
  const described = wordsOf(tool.tool.description).map(singular)
  const isDescribed = wanted.every(noun => described.includes(noun))
  return isDescribed
    ? { points: 2, why: `its description speaks of ${wanted.join(' ')}` }
    : { points: -4, why: 'nothing says that it is about the thing' }
}

function ownNouns({ tool }: ClassifiedTool, common: ReadonlySet<string>): string[] {
  return nounsOf(tool, common).filter(
    noun => !details.has(noun) && !statuses.has(noun) && !readNouns.has(noun),
  )
}

function namesOf({ tool }: ClassifiedTool): string[] {
  return wordsOf(tool.name).map(singular)
}

function lesserReasons({ tool }: ClassifiedTool): (Reason | undefined)[] {
  const beginning = tool.description.slice(0, 200)
  const when = (holds: boolean, points: number, why: string) => (holds ? { points, why } : undefined)
  return [
    when(tool.hints.readOnlyHint === true, 1, 'its hint says that it only reads'),
    when(/\b(?:metadata|details?|detailed|status)\b/i.test(beginning), 1, 'its description promises details'),
    when(/\bcontents?\b/i.test(beginning), -2, 'it gives a content'),
    when(/\bdeprecated\b/i.test(`${tool.name} ${tool.description}`), -5, 'it is deprecated'),
  ]
}
