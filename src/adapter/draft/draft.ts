import type { Effect } from '../adapter.ts'
import type { ListedTool } from '../tool.ts'
import { whyNot } from './cannot.ts'
import { type ResourceGuess, resourcesIn } from './classes.ts'
import { type ClassifiedTool, classified } from './classified.ts'
import { chosenNotes, type DraftNote, effectNotes, gateNote, leftOutNote } from './notes.ts'
import { commonWords } from './nouns.ts'
import { type Choice, chooseReading } from './reading.ts'
import { type DraftedResource, resourceBlock } from './resource.ts'
import { type DraftedTool, toolBlock } from './tools.ts'

/** A drafted adapter in its file form. */
interface DraftedAdapter {
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
}

type ToolBlocks = Readonly<Record<string, DraftedTool>>

/**
 * Drafts an adapter from what a server says of its tools. Schemas do not show results, so how a result reads is the
 * weakest part; a reading tool that is not certain is left out and said so.
 */
export function draftAdapter({ server, tools }: { server: string; tools: readonly ListedTool[] }): Draft {
  const all = classified(tools)
  const guesses = guessesIn(all)
  const chosen = chosenIn(guesses)
  const resources = chosen.map(each => each.block)
  const blocks = toolBlocks(all, resources)
  const leftOut = leftOutNotes(guesses, namesIn(resources, blocks))
  if (resources.length === 0) {
    return { adapter: null, notes: leftOut, cannotDraft: whyNot(all, guesses.length > 0) }
  }
  const gated = all.filter(tool => tool.effect === 'DESTRUCTIVE' || isRiskyMove(tool, blocks))
  const adapter = {
    server_id: server,
    resources,
    ...(Object.keys(blocks).length > 0 && { tools: blocks }),
    effect_classes: effectsOf(all),
    approval_required: gated.map(tool => tool.tool.name),
  }
  const told = chosen.flatMap(({ choice, block }) => chosenNotes(choice, block))
  return {
    adapter,
    notes: [...told, ...leftOut, ...effectNotes(all), ...gated.map(gateNote)],
    cannotDraft: null,
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

function guessesIn(all: readonly ClassifiedTool[]): Guessed[] {
  const common = commonWords(all.map(each => each.tool))
  return resourcesIn(all, common).map((guess): Guessed => {
    const choice = chooseReading(guess, common)
    if (choice.kind === 'none') return { guess, choice }
    return { guess, choice, block: resourceBlock(guess, choice.candidate, all, common) }
  })
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

function leftOutNotes(guesses: readonly Guessed[], spoken: ReadonlySet<string>): DraftNote[] {
  return guesses.flatMap(({ guess, choice }) => {
    return choice.kind === 'none' && !spoken.has(guess.idParam) ? [leftOutNote(guess, choice.why)] : []
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
