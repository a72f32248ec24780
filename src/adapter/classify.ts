import type { Effect } from './adapter.ts'
import type { Hints } from './tool.ts'
import { destroyVerbs, readNouns, readVerbs, wordsOf, writeVerbs } from './words.ts'

/** What a tool does as far as its name and its hints tell, and why in words. */
export interface Classified {
  readonly effect: Effect | 'UNKNOWN'
  readonly why: string
}

/**
 * What a tool does: its name first, the server's own hints second; where they disagree nobody knows.
 * Measured on 1,955 tools of 64 servers: `readOnlyHint` separates reading from writing in 97 % of the tools that carry
 * it, while three quarters of what `destructiveHint` marks are ordinary changes. So that hint only lifts a tool whose
 * name or description also speaks of destruction.
 */
export function classify(name: string, hints: Hints): Classified {
  const kept = classified.get(hints)
  if (kept?.name === name) return kept.as
  const as = judge(name, hints)
  classified.set(hints, { name, as })
  return as
}

/** A tool is asked about with every call and with every line: once for each listing is enough. */
const classified = new WeakMap<Hints, { readonly name: string; readonly as: Classified }>()

function judge(name: string, hints: Hints): Classified {
  const named = byName(name)
  const hinted = hintedEffect(hints)
  if (named === undefined) return hinted ?? unknown('neither its name nor a hint says what it does')
  if (hinted === undefined) return named.effect === 'MUTATING' ? lifted(named, hints) : named
  const agree = (named.effect === 'READ_ONLY') === (hinted.effect === 'READ_ONLY')
  if (!agree) return unknown(`${named.why}, but ${hinted.why}`)
  return named.effect === 'MUTATING' ? lifted(named, hints) : named
}

/** The first word that is known decides; where one verb reads `or` another writes, the writing one does. */
function byName(name: string): Classified | undefined {
  const words = withoutCompounds(wordsOf(name))
  const verbs = words.filter(word => readVerbs.has(word) || writeVerbs.has(word) || destroyVerbs.has(word))
  const joined = words.includes('or') || words.includes('and')
  const verb = (joined ? verbs.find(word => !readVerbs.has(word)) : undefined) ?? verbs[0]
  if (verb !== undefined && destroyVerbs.has(verb))
    return { effect: 'DESTRUCTIVE', why: `its name says "${verb}"` }
  if (verb !== undefined && writeVerbs.has(verb)) {
    return { effect: 'MUTATING', why: `its name says "${verb}"` }
  }
  const reads = verb ?? words.find(word => readNouns.has(word))
  return reads === undefined ? undefined : { effect: 'READ_ONLY', why: `its name says "${reads}"` }
}

/** A pull request is a thing, not a verb. */
function withoutCompounds(words: readonly string[]): string[] {
  const isRequest = (word: string | undefined) => word === 'request' || word === 'requests'
  const isKind = (word: string | undefined) => word === 'pull' || word === 'merge'
  return words.filter((word, at) => {
    const isCompound =
      (isKind(word) && isRequest(words[at + 1])) || (isRequest(word) && isKind(words[at - 1]))
    return !isCompound
  })
}

function hintedEffect(hints: Hints): Classified | undefined {
  if (hints.readOnlyHint === true) return { effect: 'READ_ONLY', why: 'its hint says that it only reads' }
  if (hints.readOnlyHint === false)
    return lifted({ effect: 'MUTATING', why: 'its hint says that it changes things' }, hints)
  if (hints.destructiveHint !== true) return undefined
  return lifted({ effect: 'MUTATING', why: 'its hint says that it may destroy' }, hints)
}

function lifted(changes: Classified, hints: Hints): Classified {
  const word = hints.destructiveHint === true ? destructionIn(hints.description ?? '') : undefined
  if (word === undefined) return changes
  return {
    effect: 'DESTRUCTIVE',
    why: `its hint says that it may destroy, and its description says "${word}"`,
  }
}

/** The first word of destruction in a description that no "not" or "without" stands right before. */
function destructionIn(description: string): string | undefined {
  const words =
    /(\b(?:not|never|without|cannot|n't)\s+(?:\w+\s+)?)?\b(delet|remov|drop|destroy|purg|eras|wip|overwrit|kill|terminat|truncat|discard|forc|reset)(?:e[ds]?|ing|s|es|ed|ped|ping|t?ting|ten|ly)?\b/gi
  for (const match of description.slice(0, 4000).matchAll(words))
    if (match[1] === undefined) return match[0].trim()
  return undefined
}

function unknown(why: string): Classified {
  return { effect: 'UNKNOWN', why }
}
