import { basename } from 'node:path'
import { word } from '../doctor/finding.ts'
import type { Splitter } from '../graph/hidden.ts'
import { inBrackets } from '../graph/state.ts'
import { clock, printable, printableName, table } from './print.ts'
import type { AdapterInUse, ServerStatus, Status } from './status-facts.ts'

/** The status as a person reads it: a line a server, then what went wrong, then what to do next. */
export function statusInWords(status: Status): string {
  const remarks = status.remarks.map(({ what, now }) => `${printable(what, 400)}\n  ${now}`)
  const parts = [
    servers(status),
    ...outcomes(status),
    ...approvals(status),
    ...problems(status),
    ...status.servers.flatMap(hiddenInWords),
    ...remarks,
    next(status),
    `Database: ${status.database}`,
  ]
  return `${parts.filter(each => each !== '').join('\n')}\n`
}

function servers({ servers }: Status): string {
  if (servers.length === 0) return ''
  return table(heading, servers.map(row))
}

const heading = [
  'server',
  'mode',
  'adapter',
  'calls',
  'failed',
  'warned',
  'refused',
  'held',
  'model version',
  'last entry',
]

function row(each: ServerStatus): (string | number)[] {
  const { calls, failures, warnings, refusals, holds, model } = each
  const last = each.last === null ? 'never' : clock(Date.parse(each.last))
  const head = [printableName(each.server, 40), each.mode, adapterName(each.adapter)]
  return [...head, calls, failures, warnings, refusals, holds, model, last]
}

function adapterName({ kind, name }: AdapterInUse): string {
  switch (kind) {
    case 'project':
      return printable(basename(name), 40)
    case 'bundled':
      return `${printable(name, 40)} (bundled)`
    case 'none':
      return 'none'
    case 'unusable':
      return 'not used'
  }
}

/** Calls that were neither a plain success nor a failure: what they did may need a look. */
function outcomes({ servers }: Status): string[] {
  return servers.flatMap(({ server, outcomes: { unknown, unsent, partial, unchanged } }) => {
    const told = [
      ...(unknown > 0 ? [`${calls(unknown)} of unknown effect`] : []),
      ...(unsent > 0 ? [`${calls(unsent)} never sent`] : []),
      ...(partial > 0 ? [`${calls(partial)} done in part`] : []),
      ...(unchanged > 0
        ? [`${unchanged} ${unchanged === 1 ? 'success' : 'successes'} that changed nothing`]
        : []),
    ]
    return told.length === 0
      ? []
      : [`${printableName(server, 40)}: ${told.join(', ')} (mcpgraphy log tells which)`]
  })
}

function calls(count: number): string {
  return `${count} ${count === 1 ? 'call' : 'calls'}`
}

/** What a person let through, lest it be forgotten. */
function approvals({ servers }: Status): string[] {
  return servers
    .filter(({ approved }) => approved.length > 0)
    .map(({ server, approved }) => {
      const tools = approved.map(tool => printable(tool, 60)).join(', ')
      return `${printableName(server, 40)}: approved: ${tools}`
    })
}

function problems({ servers }: Status): string[] {
  return servers.flatMap(({ server, problems, lastProblem }) => {
    if (lastProblem === null) return []
    const count = problems === 1 ? '1 problem' : `${problems} problems, the last`
    return [
      `${printableName(server, 40)}: ${count} at ${clock(lastProblem.at)}: ${printable(lastProblem.reason, 300)}`,
    ]
  })
}

/** Where one state gave both outcomes: what would tell them apart, and the command that takes it in. */
function hiddenInWords({ server, hidden, adapter }: ServerStatus): string[] {
  return hidden.flatMap(({ tool, state, ok, failed, what, splitter }) => {
    const name = printableName(server, 40)
    const seen = `${name}: ${printable(tool, 60)} from ${printable(inBrackets(state), 200)} worked ${times(ok)} and failed ${times(failed)} (${printable(what, 120)}): something that is no feature decides.`
    return splitter === null
      ? [seen, '  Nothing that was read tells the calls apart.']
      : [seen, `  ${splitterInWords(server, splitter, adapter)}`]
  })
}

function splitterInWords(server: string, splitter: Splitter, { kind }: AdapterInUse): string {
  const share = `${splitter.splits} of ${splitter.of} pairs of a call that worked and one that failed`
  if (splitter.kind === 'history')
    return `What was done to it last tells ${share} apart (most failures came after ${printable(splitter.tool, 60)}); no field shows it.`
  const field = printable(splitter.field, 60)
  const command = `mcpgraphy adapter feature ${printable(word(server))} ${printable(word(splitter.field))} --write`
  const first = kind === 'project' ? '' : ` (after mcpgraphy adapter init ${printable(word(server))} --write)`
  return `The field ${field} tells ${share} apart. To make it a feature: ${command}${first}`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** The one thing that helps most now. */
function next({ servers }: Status): string {
  if (servers.every(each => each.calls === 0)) {
    return 'Nothing was learned yet. Wrap a server (mcpgraphy init), restart its host, and use it as usual.'
  }
  const bare = servers.find(each => each.adapter.kind === 'none' && each.calls > 0)
  if (bare === undefined) return ''
  return `Without an adapter only exact repeats are noticed: mcpgraphy adapter init ${printable(word(bare.server))}`
}
