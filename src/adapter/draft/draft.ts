import type { Effect } from '../adapter.ts'
import { formatVersion } from '../form-faults.ts'
import type { ListedTool } from '../tool.ts'
import { type Batch, batchesIn } from './batch.ts'
import { whyNot } from './cannot.ts'
import { type ResourceGuess, resourcesIn } from './classes.ts'
import { type ClassifiedTool, classified } from './classified.ts'
import type { Sample } from './evidence.ts'
import { batchBlock, listedBlock } from './list-blocks.ts'
import { callsFor, idsIn, type ListCall, type Listing, listersOf, listingOf } from './listing.ts'
import { chosenNotes, type DraftNote, effectNotes, gateNote, leftOutNote, toolNotes } from './notes.ts'
import { commonWords } from './nouns.ts'
import { type Choice, chooseReading } from './reading.ts'
import { refined } from './refine.ts'
import { type DraftedResource, resourceBlock } from './resource.ts'
import { type DraftedTool, toolBlock } from './tools.ts'
import { type Workplace, workplaceIn } from './workplace.ts'

/** A drafted adapter in its file form. */
interface DraftedAdapter {
  readonly version: number
  readonly server_id: string
  readonly resources: readonly DraftedResource[]
  readonly tools?: ToolBlocks
  readonly effect_classes: Readonly<Record<string, Effect>>
  readonly approval_required: readonly string[]
}

/** A first adapter for a person to read, with the reason of each decision; or why there can be none. */
export interface Draft {
  readonly adapter: DraftedAdapter | null
  readonly notes: readonly DraftNote[]
  readonly cannotDraft: string | null
  /** Lists that may hold what is left out: their answers would tell more. */
  readonly wanted: readonly ListCall[]
}

type ToolBlocks = Readonly<Record<string, DraftedTool>>

/** What a draft is made from. */
export interface DraftSource {
  readonly server: string
  readonly tools: readonly ListedTool[]
  /** Calls that were really made: what the proxy saw, or what was asked for the draft. */
  readonly samples?: readonly Sample[]
  /** Ids of things that are known to exist. */
  readonly ids?: readonly string[]
}

/**
 * Drafts an adapter from what a server says of its tools, and from real answers where there are any: without them, how a
 * result reads is the weakest part. A reading tool that is not certain is left out and said so.
 */
export function draftAdapter({ server, tools, samples = [], ids = [] }: DraftSource): Draft {
  const all = classified(tools)
  const guesses = guessesIn(all, samples, ids)
  const chosen = chosenIn(guesses).map(each => {
    return { ...each, refined: refined(each.block, samples, [...ids, ...idsIn(each.guess, samples)]) }
  })
  const resources = chosen.map(each => each.refined.block)
  const blocks = toolBlocks(all, resources)
  const leftOut = leftOutNotes(guesses, namesIn(resources, blocks), resources)
  const wanted = guesses.filter(each => !isChosen(each)).flatMap(each => callsFor(each.guess, all))
  if (resources.length === 0) {
    return { adapter: null, notes: leftOut, cannotDraft: whyNot(all, guesses.length > 0), wanted }
  }
  const gated = all.filter(tool => tool.effect === 'DESTRUCTIVE' || isRiskyMove(tool, blocks))
  const adapter = {
    version: formatVersion,
    server_id: server,
    resources,
    ...(Object.keys(blocks).length > 0 && { tools: blocks }),
    effect_classes: effectsOf(all),
    approval_required: gated.map(tool => tool.tool.name),
  }
  const told = chosen.flatMap(({ choice, refined: each }) => chosenNotes(choice, each))
  return {
    adapter,
    notes: [...told, ...leftOut, ...toolNotes(blocks), ...effectNotes(all), ...gated.map(gateNote)],
    cannotDraft: null,
    wanted,
  }
}

/** A thing whose reading tool was found. */
interface Chosen {
  readonly guess: ResourceGuess
  readonly choice: Choice & { kind: 'chosen' }
  readonly block: DraftedResource
}

/** A thing that no tool surely reads back. */
interface LeftOut {
  readonly guess: ResourceGuess
  readonly choice: Choice & { kind: 'none' }
}

type Guessed = Chosen | LeftOut

function guessesIn(
  all: readonly ClassifiedTool[],
  samples: readonly Sample[],
  ids: readonly string[],
): Guessed[] {
  const common = commonWords(all.map(each => each.tool))
  const guesses = resourcesIn(all, common).map((guess): Guessed => {
    const choice = chooseReading(guess, common)
    if (choice.kind === 'chosen')
      return { guess, choice, block: resourceBlock(guess, choice.candidate, all, common) }
    const listing = listingOf(guess, all, samples, ids)
    return listing === undefined
      ? { guess, choice: withLister(choice, guess, all) }
      : listed(guess, listing, all)
  })
  const workplace = workplaceIn(all, common)
  const known = workplace === undefined ? guesses : [...guesses, atWork(workplace, all)]
  const taken = new Set(known.filter(isChosen).map(each => each.block.resource_class))
  return [...known, ...batchesIn(all, taken).map(batched)]
}

/** A thing that is found in a list. */
function listed(guess: ResourceGuess, listing: Listing, all: readonly ClassifiedTool[]): Chosen {
  const { tool, why } = listing
  const candidate = { tool, score: 0, constants: {}, scope: listing.scope, why }
  return {
    guess,
    choice: { kind: 'chosen', candidate, isSure: false },
    block: listedBlock(guess, listing, all),
  }
}

/** The place in which all tools work. */
function atWork({ idParam, noun, tool, tools }: Workplace, all: readonly ClassifiedTool[]): Chosen {
  const guess = { noun, idParam, tools, uses: new Map<string, number>() }
  const why = `nearly all tools may be given ${idParam}, and it does nothing but say how that stands`
  const candidate = { tool, score: 0, constants: {}, scope: [], why }
  const { id_param_aliases: _, ...block } = resourceBlock(guess, candidate, all, new Set())
  return { guess, choice: { kind: 'chosen', candidate, isSure: false }, block }
}

/** A thing that is read by a list of ids. */
function batched(batch: Batch): Chosen {
  const why = `it takes a list of ids, and its results' schema shows where each of them comes`
  const candidate = { tool: batch.tool, score: 0, constants: {}, scope: [], why }
  return { guess: batch.guess, choice: { kind: 'chosen', candidate, isSure: true }, block: batchBlock(batch) }
}

/**
 * One block for each class: of two the one that is read better. Where two classes go by the same parameter, each belongs
 * to the tools whose names speak of it.
 */
function chosenIn(guesses: readonly Guessed[]): Chosen[] {
  const best = new Map<string, Chosen>()
  for (const each of guesses.filter(isChosen)) {
    const rival = best.get(each.block.resource_class)
    if (rival === undefined || scoreOf(rival) < scoreOf(each)) best.set(each.block.resource_class, each)
  }
  const chosen = [...best.values()]
  return chosen.map(each => {
    const isShared = chosen.some(other => other !== each && other.guess.idParam === each.guess.idParam)
    const only_tools = each.guess.tools.map(tool => tool.tool.name)
    return isShared ? { ...each, block: { ...each.block, only_tools } } : each
  })
}

function isChosen(guessed: Guessed): guessed is Chosen {
  return 'block' in guessed
}

function scoreOf({ choice }: Chosen): number {
  return choice.candidate.score
}

/** A list that may hold the thing is worth a look: one real answer would tell. */
function withLister(
  choice: LeftOut['choice'],
  guess: ResourceGuess,
  all: readonly ClassifiedTool[],
): LeftOut['choice'] {
  const [lister] = listersOf(guess, all)
  if (lister === undefined) return choice
  const why = `${lister.tool.tool.name} lists them, but nothing shows where the id stands: give one that exists with --sample`
  return { kind: 'none', why }
}

function toolBlocks(tools: readonly ClassifiedTool[], resources: readonly DraftedResource[]): ToolBlocks {
  const blocks = tools.flatMap(tool => {
    const block = toolBlock(tool, resources)
    return block === undefined ? [] : [[tool.tool.name, block] as const]
  })
  return Object.fromEntries(blocks)
}

/** The parameters that the draft has already given a meaning: parts of an id, and roles. */
function namesIn(resources: readonly DraftedResource[], blocks: ToolBlocks): ReadonlySet<string> {
  const ofIds = resources.flatMap(each => each.id_params ?? [each.id_param ?? ''])
  return new Set([...ofIds, ...Object.values(blocks).flatMap(block => Object.keys(block.roles ?? {}))])
}

/** Of each kind of thing once, and of none that another parameter names well. */
function leftOutNotes(
  guesses: readonly Guessed[],
  spoken: ReadonlySet<string>,
  resources: readonly DraftedResource[],
): DraftNote[] {
  const told = new Set(resources.map(each => each.resource_class))
  return guesses.flatMap(({ guess, choice }) => {
    const isTold = guess.noun !== '' && told.has(guess.noun)
    if (choice.kind === 'none') told.add(guess.noun)
    return choice.kind === 'none' && !isTold && !spoken.has(guess.idParam)
      ? [leftOutNote(guess, choice.why)]
      : []
  })
}

function effectsOf(tools: readonly ClassifiedTool[]): Record<string, Effect> {
  const known = tools.flatMap(({ tool, effect }) =>
    effect === 'UNKNOWN' ? [] : [[tool.name, effect] as const],
  )
  return Object.fromEntries(known)
}

/** The server calls it destructive, and it moves one resource onto another. */
function isRiskyMove({ tool, effect }: ClassifiedTool, blocks: ToolBlocks): boolean {
  return (
    effect === 'MUTATING' && tool.hints.destructiveHint === true && blocks[tool.name]?.roles !== undefined
  )
}
