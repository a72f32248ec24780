import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Suite, suiteNamed, suites } from '../lab/benchmark/suites.ts'
import type { Task } from '../lab/benchmark/task.ts'
import { tasksOf } from '../lab/benchmark/tasks.ts'
import type { Endpoint } from '../lab/llm/endpoint.ts'
import { figuresOf } from '../lab/llm/figures.ts'
import { type Price, priceIn } from '../lab/llm/prices.ts'
import { type Side, sides } from '../lab/llm/prompt.ts'
import { openRecord, type RunFacts, type RunRecord } from '../lab/llm/record.ts'
import { type Budget, type RunEnd, runJobs } from '../lab/llm/run.ts'
import { Problem } from '../problem.ts'
import type { LlmOptions } from './benchmark-llm.ts'
import { dryRunInWords, endInWords, figuresInWords, jobInWords } from './llm-words.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import type { Shell } from './shell.ts'
import { seedIn } from './sim-options.ts'
import { count, wrong } from './wrong-usage.ts'

/** What a command line asks for, read and checked before anything is sent. */
interface Wanted {
  readonly facts: RunFacts
  readonly tasks: readonly Task[]
  readonly sides: readonly Side[]
  readonly folder: string
  readonly price: Price | undefined
  readonly budget: Budget
}

export async function runLlm(options: LlmOptions, shell: Shell): Promise<number> {
  const wanted = wantedBy(options, shell)
  if (options.dryRun) {
    await print(shell, dryRunInWords(wanted))
    return exit.done
  }
  const stop = new AbortController()
  const endpoint = endpointFor(wanted.facts, shell, stop.signal)
  const record = openRecord(wanted.folder, wanted.facts)
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal)
  try {
    const { mostTurns } = wanted.facts
    const progress: Parameters<typeof runJobs>[0]['progress'] = job =>
      shell.stderr.write(
        `${jobInWords(job, record.jobs.length, wanted.tasks.length * wanted.sides.length)}\n`,
      )
    const end = await runJobs({ ...wanted, record, endpoint, mostTurns, progress })
    await tell(wanted, record, end, options, shell)
    return end === 'done' ? exit.done : exit.failed
  } finally {
    process.off('SIGINT', onSignal)
    record.close()
  }
}

async function tell(
  { facts, price, folder }: Wanted,
  record: RunRecord,
  end: RunEnd,
  options: LlmOptions,
  shell: Shell,
): Promise<void> {
  const figures = figuresOf(record.jobs, price)
  shell.stderr.write(endInWords(end, folder))
  const document = { ...facts, end, price: price ?? null, spent: record.spent(), figures, jobs: record.jobs }
  await print(shell, options.json ? json(document) : figuresInWords(facts.model, figures))
}

function wantedBy(options: LlmOptions, shell: Shell): Wanted {
  const suite = suiteFor(options.suite)
  const seed = seedIn(options.seed)
  const price =
    options.prices === undefined ? undefined : priceIn(resolve(shell.cwd, options.prices), options.model)
  if (options.budget !== undefined && price === undefined)
    throw wrong(
      '--budget needs to know what the model costs',
      'Give a price table (--prices FILE), or bound the tokens: --budget-tokens N',
    )
  const most = options.tasks === undefined ? undefined : count('--tasks', options.tasks)
  const budget = { mostCost: dollarsIn(options.budget), mostTokens: tokensIn(options.budgetTokens) }
  const name = options.model.replace(/[^\w.-]+/g, '-')
  return {
    facts: {
      suite: suite.name,
      seed,
      model: options.model,
      endpoint: addressIn(shell),
      mostTurns: count('--max-turns', options.maxTurns),
      mostTokens: count('--answer-tokens', options.answerTokens),
    },
    tasks: tasksOf(suite, seed).slice(0, most),
    sides: options.side === 'both' ? sides : [options.side],
    folder: resolve(shell.cwd, options.out ?? `benchmark-llm-${name}`),
    price,
    budget,
  }
}

function suiteFor(name: string): Suite {
  const suite = suiteNamed(name)
  if (suite !== undefined) return suite
  throw wrong(
    `There is no suite “${printable(name, 60)}”`,
    `Take one of: ${suites.map(each => each.name).join(', ')}`,
  )
}

/** Where to ask. What may stand in an address beside host and path could be a secret, and is not taken. */
function addressIn({ env }: Shell): string {
  const text = env.OPENAI_BASE_URL || usualAddress
  const now = 'Set OPENAI_BASE_URL to an address such as https://api.openai.com/v1'
  if (!URL.canParse(text)) throw wrong('OPENAI_BASE_URL is no address', now)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw wrong(
      'OPENAI_BASE_URL holds more than host and path',
      `${now}, and put the key into OPENAI_API_KEY`,
    )
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    throw wrong(
      'OPENAI_BASE_URL must be https: (or http: on this machine), or the key could be read on its way',
      now,
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const usualAddress = 'https://api.openai.com/v1'

/** A server on this machine often wants no key; the usual one does. */
function endpointFor(
  { endpoint, model, mostTokens }: RunFacts,
  { env }: Shell,
  signal: AbortSignal,
): Endpoint {
  const key = env.OPENAI_API_KEY || undefined
  if (key === undefined && endpoint === usualAddress)
    throw new Problem('usage', {
      what: 'There is no key',
      now: 'Set OPENAI_API_KEY in the environment; it is never printed.',
    })
  return {
    baseUrl: endpoint,
    model,
    key,
    mostTokens,
    signal,
    pause: ms => pause(ms, undefined, { signal }).then(() => undefined),
  }
}

function dollarsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const dollars = Number(text)
  if (text.trim() === '' || !Number.isFinite(dollars) || dollars <= 0)
    throw wrong(`--budget takes dollars above 0, not “${printable(text, 40)}”`)
  return dollars
}

function tokensIn(text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw wrong(`--budget-tokens takes a whole number from 1 on, not “${printable(text, 40)}”`)
  return Number(text)
}
