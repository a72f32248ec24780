import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { effectOf } from '../../src/adapter/effect.ts'
import { type ListedTool, listedTools } from '../../src/adapter/tool.ts'
import { createChecks } from '../../src/gate/checks.ts'
import type { Outcome } from '../../src/graph/evidence.ts'
import { outcomeOf } from '../../src/graph/outcome.ts'
import { isGrave } from '../../src/graph/violations.ts'
import type { Json, JsonObject } from '../../src/json.ts'

const folder = new URL('../fixtures/outcomes/', import.meta.url)

/** One labelled call, and what was judged of it. */
export interface Judged {
  readonly call: string
  readonly label: string
  readonly outcome: Outcome
  /** Does the server itself say that it failed, by `isError` or a JSON-RPC error? */
  readonly saysError: boolean
  /** The ways in which its arguments break the schema. */
  readonly violations: readonly string[]
}

interface Recorded {
  readonly server: string
  readonly tools: Json
  readonly calls: readonly ({ n: number; tool: string; args: JsonObject } & (
    | { result: JsonObject }
    | { error: JsonObject }
  ))[]
}

/** Judges every labelled call as the gate would, without an adapter. */
export async function judgeAll(): Promise<Judged[]> {
  const labels = new Map<string, string>()
  for (const line of readFileSync(new URL('labels.txt', folder), 'utf8').split('\n')) {
    const [server, n, label] = line.split(' ')
    if (label !== undefined) labels.set(`${server} ${n}`, label)
  }
  const servers = JSON.parse(
    gunzipSync(readFileSync(new URL('calls.json.gz', folder))).toString(),
  ) as Recorded[]
  const checks = createChecks()
  const judged: Judged[] = []
  for (const { server, tools, calls } of servers) {
    const byName = new Map(listedTools(tools).map(tool => [tool.name, tool]))
    for (const call of calls) {
      const listed = byName.get(call.tool)
      const violations = await checks.violationsOf(listed, call.args)
      const response = 'result' in call ? { result: call.result } : { error: call.error }
      judged.push({
        call: `${server} ${call.n}`,
        label: labels.get(`${server} ${call.n}`) ?? 'none',
        outcome: outcomeOf(response, {
          args: call.args,
          atoms: [],
          failure: [],
          reads: reads(listed, call.args),
          breaksSchema: violations.some(isGrave),
        }),
        saysError: 'error' in call || call.result.isError === true,
        violations,
      })
    }
  }
  return judged
}

function reads(tool: ListedTool | undefined, args: JsonObject): boolean {
  return tool !== undefined && effectOf(null, tool.name, args, tool.hints) === 'READ_ONLY'
}

const failures = ['state', 'arguments', 'access', 'transient', 'protocol']

/** What a call was judged to be, in the words of the labels; a success without change is none that an answer shows. */
export function verdictOf({ outcome }: Judged): string {
  return outcome.kind === 'failure' ? outcome.failure : outcome.kind
}

/** The table of the page, one row a question. */
export function tableOf(judged: readonly Judged[]): string[] {
  const isFailure = (label: string) => failures.includes(label)
  const row = (name: string, was: (each: Judged) => boolean, said: (each: Judged) => boolean) => {
    const right = judged.filter(each => was(each) && said(each)).length
    const all = judged.filter(was).length
    const told = judged.filter(said).length
    return `| ${name} | ${all} | ${told} | ${right} | ${ratio(right, told)} | ${ratio(right, all)} |`
  }
  return [
    '| | calls | said so | rightly | precision | recall |',
    '| --- | --- | --- | --- | --- | --- |',
    row(
      'a failure, by `isError` and JSON-RPC errors alone',
      each => isFailure(each.label),
      each => each.saysError,
    ),
    row(
      'a failure',
      each => isFailure(each.label),
      each => isFailure(verdictOf(each)),
    ),
    ...[...failures, 'partial'].map(kind =>
      row(
        `… \`${kind}\``,
        each => each.label === kind,
        each => verdictOf(each) === kind,
      ),
    ),
    row(
      'arguments that break their schema, before the call',
      each => each.label === 'arguments',
      each => each.violations.length > 0,
    ),
  ]
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(2)
}
