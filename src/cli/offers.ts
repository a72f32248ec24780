import { Command } from 'commander'
import { parseRef } from '../adapter/ref.ts'
import { offersInWords, routeInWords } from '../advice/offer-words.ts'
import { goalInWords, offersFor } from '../advice/offers.ts'
import { routeTo } from '../advice/routes.ts'
import type { Feature } from '../graph/state.ts'
import { type Json, parseJson } from '../json.ts'
import { beginningOf } from '../lab/sims/beginning.ts'
import { Problem } from '../problem.ts'
import type { KnownResource } from '../store/store.ts'
import { type Learned, type LearnedOptions, withLearned } from './learned.ts'
import { exit } from './main.ts'
import { collect } from './options.ts'
import { isoTime, json, print, printable } from './print.ts'
import type { Shell } from './shell.ts'

interface OffersOptions extends LearnedOptions {
  readonly resource: string
  readonly goal?: readonly string[]
  readonly json?: true
}

export default function offers(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .option('--server <name>', 'the server; needed where there are several')
    .requiredOption('--resource <class:id>', 'the resource, as it was when last seen')
    .option('--goal <feature=value>', 'also the way there (may be given several times)', collect)
    .option('--json', 'print one JSON document')
    .option('--db <file>', "this database instead of the project's")
    .addHelpText(
      'after',
      '\nExample:\n  mcpgraphy offers --server files --resource file:/srv/notes.txt --goal exists=false',
    )
    .action(async (options: OffersOptions) =>
      done(await withLearned(shell, options, learned => runOffers(learned, options, shell))),
    )
}

async function runOffers(learned: Learned, options: OffersOptions, shell: Shell): Promise<number> {
  const goal = (options.goal ?? []).map(goalFrom)
  const seen = await resourceOf(learned, options.resource)
  const candidates = learned.candidates(seen.resourceClass)
  const found = offersFor(learned.model, candidates, seen.state)
  const route =
    goal.length === 0 || seen.state === null
      ? undefined
      : routeTo(learned.model, candidates, seen.state, goal)
  if (options.json) {
    const facts = {
      server: learned.server,
      resource: seen.ref,
      state: seen.state,
      seen: isoTime(seen.at),
      offers: found,
    }
    await print(
      shell,
      json(goal.length === 0 ? facts : { ...facts, goal: Object.fromEntries(goal), route: route ?? null }),
    )
    return exit.done
  }
  const way = goal.length === 0 ? [] : [routeInWords(goalInWords(goal), route)]
  await print(shell, `${[...offersInWords(seen.ref, seen.state, found), ...way].join('\n')}\n`)
  return exit.done
}

/** What was last seen of a resource; one of a simulator that nobody saw is as it begins. Throws `resource-unseen`. */
async function resourceOf({ server, store, adapter }: Learned, ref: string): Promise<KnownResource> {
  const named = adapter === undefined ? undefined : parseRef(adapter, ref)
  const full =
    named === undefined || ref.startsWith(`${named.rule.resourceClass}:`)
      ? ref
      : `${named.rule.resourceClass}:${ref}`
  const seen = await store.resource(server, full)
  if (seen !== undefined) return seen
  const beginning = beginningOf(await store.tools(server), full)
  if (beginning !== undefined) return { ref: full, ...beginning, at: Number.NaN }
  const some = (await store.resources(server, 5)).map(each => printable(each.ref, 100)).join(', ')
  throw new Problem('resource-unseen', { resource: printable(ref), server: printable(server), some })
}

/** `status=PUBLISHED`, `tests_passed=true`: a value that is JSON is read as JSON. */
function goalFrom(text: string): Feature {
  const at = text.indexOf('=')
  if (at < 1)
    throw new Problem('usage', {
      what: `“${printable(text)}” is no goal`,
      now: 'Write it as feature=value, for example status=PUBLISHED.',
    })
  const value = text.slice(at + 1)
  const parsed: Json | undefined = parseJson(value)
  return [text.slice(0, at), parsed === undefined || typeof parsed === 'object' ? value : parsed]
}
