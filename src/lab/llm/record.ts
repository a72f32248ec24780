import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject, parseJson } from '../../json.ts'
import { Problem, reasonOf } from '../../problem.ts'
import type { Usage } from './endpoint.ts'
import type { JobResult } from './job.ts'
import type { Side } from './prompt.ts'

/** What makes a run the one that it is: with anything else here it would be another. */
export interface RunFacts extends JsonObject {
  readonly suite: string
  readonly seed: number
  readonly model: string
  /** Without what may stand before its host or behind its path. */
  readonly endpoint: string
  readonly mostTurns: number
  readonly mostTokens: number
}

/** What a run has done so far, in a folder: it goes on where it was stopped, by whatever. */
export interface RunRecord {
  readonly jobs: readonly JobResult[]
  has(number: number, side: Side): boolean
  /** Tokens of all turns, those of jobs that were never finished among them. */
  spent(): Usage
  /** On the disk when it returns. */
  addTurn(usage: Usage): void
  addJob(job: JobResult): void
  close(): void
}

/** Opens the record of a run. Throws `record-other` where the folder holds another run, `record-unusable` where it cannot be kept. */
export function openRecord(folder: string, facts: RunFacts): RunRecord {
  const file = join(folder, 'run.jsonl')
  try {
    mkdirSync(folder, { recursive: true })
    const lines = wholeLines(file)
    const [head] = lines
    if (head !== undefined) check(folder, head, facts)
    const handle = openSync(file, 'a', 0o600)
    if (head === undefined) append(handle, { run: facts })
    return recordOf(handle, lines)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('record-unusable', { folder, reason: reasonOf(error) }, { cause: error })
  }
}

/** The file of what was learned of the servers in a run. */
export function graphOf(folder: string): string {
  return join(folder, 'graph.sqlite')
}

function recordOf(handle: number, lines: readonly JsonObject[]): RunRecord {
  const jobs = lines.flatMap(({ job }) => (isObject(job) ? [job as unknown as JobResult] : []))
  const spent = { input: 0, cached: 0, output: 0 }
  const count = (usage: Usage) => {
    for (const name of ['input', 'cached', 'output'] as const) spent[name] += usage[name]
  }
  for (const { turn } of lines) if (isObject(turn)) count(turn as unknown as Usage)
  return {
    jobs,
    has: (number, side) => jobs.some(each => each.number === number && each.side === side),
    spent: () => spent,
    addTurn(usage) {
      append(handle, { turn: { ...usage } })
      count(usage)
    },
    addJob(job) {
      append(handle, { job: job as unknown as JsonObject })
      jobs.push(job)
    },
    close: () => closeSync(handle),
  }
}

/** The lines of a file, without one at its end that was only half written: that one is cut off. */
function wholeLines(file: string): JsonObject[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
  return whole.split('\n').flatMap((line, index) => {
    if (line === '') return []
    const value = parseJson(line)
    if (!isObject(value)) throw new Error(`line ${index + 1} of run.jsonl is not JSON`)
    return [value]
  })
}

function check(folder: string, { run }: JsonObject, facts: RunFacts): void {
  if (!isObject(run)) throw new Error('run.jsonl does not begin with what the run is')
  for (const [what, wanted] of Object.entries(facts)) {
    const had = Object.hasOwn(run, what) ? run[what] : undefined
    if (had !== wanted)
      throw new Problem('record-other', { folder, what, had: String(had), wanted: String(wanted) })
  }
}

function append(handle: number, line: JsonObject): void {
  appendFileSync(handle, `${JSON.stringify(line)}\n`)
  fsyncSync(handle)
}
