import { type ToolClass, type ToolOverview, toolClasses } from '../adapter/overview.ts'
import type { Json } from '../json.ts'
import { printable } from './print.ts'
import type { Shell } from './shell.ts'
import type { ServerTools } from './tools-source.ts'
import { inkOf } from './words.ts'

/** The tools of a server, each with its class and the reason. */
export interface ServerOverview extends Pick<ServerTools, 'server' | 'from'> {
  readonly tools: readonly ToolOverview[]
}

/** The servers with their tools under headings, for people. */
export function toolsInWords(shell: Shell, servers: readonly ServerOverview[]): string {
  return servers.map(each => serverInWords(shell, each)).join('\n')
}

const sources = {
  live: 'as it lists them now',
  kept: 'as it listed them when it last ran',
  file: 'as the file lists them',
}

const headings: Record<ToolClass, string> = {
  reads: 'reads',
  changes: 'changes something',
  destroys: 'destroys something: held in block mode until you approve it',
  unknown: 'unknown',
}

function serverInWords(shell: Shell, { server, from, tools }: ServerOverview): string {
  const ink = inkOf(shell)
  const of = (wanted: ToolClass) => tools.filter(each => each.class === wanted)
  const counts = toolClasses.map(each => `${of(each).length} ${countWords[each]}`).join(', ')
  const width = Math.min(32, Math.max(...tools.map(each => printable(each.tool, 60).length), 0))
  const blocks = toolClasses
    .filter(each => of(each).length > 0)
    .map(
      each =>
        `${headings[each]}\n${of(each)
          .map(tool => toolInWords(tool, width))
          .join('')}`,
    )
  return [`${ink.name(printable(server))}: ${counts}, ${sources[from]}.\n`, ...blocks].join('\n')
}

const countWords: Record<ToolClass, string> = {
  reads: 'read',
  changes: 'change',
  destroys: 'destroy',
  unknown: 'unknown',
}

function toolInWords({ tool, why, dependsOn, atMostOncePer }: ToolOverview, width: number): string {
  const rest = [
    ...(dependsOn === null ? [] : [dependenceInWords(dependsOn)]),
    ...(atMostOncePer.length === 0 ? [] : [`suggested rule: at most once per ${list(atMostOncePer)}`]),
  ]
  const lines = rest.map(line => `      ${line}\n`)
  return [`  ${printable(tool, 60).padEnd(width)}  ${printable(why)}\n`, ...lines].join('')
}

function dependenceInWords({ argument, classes }: NonNullable<ToolOverview['dependsOn']>): string {
  const byClass = toolClasses.flatMap(wanted => {
    const values = Object.keys(classes).filter(value => classes[value] === wanted)
    return values.length === 0 ? [] : [`${values.map(value => printable(value, 40)).join(', ')} ${wanted}`]
  })
  return `depends on "${printable(argument, 40)}": ${byClass.join('; ')}`
}

function list(names: readonly string[]): string {
  const words = names.map(name => printable(name, 40))
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** The same as one document. */
export function toolsAsJson(servers: readonly ServerOverview[]): Json {
  return {
    servers: servers.map(({ server, from, tools }) => ({
      server,
      from,
      tools: tools.map(({ tool, class: kind, why, dependsOn, atMostOncePer }) => ({
        tool,
        class: kind,
        why,
        depends_on: dependsOn,
        suggested_rule: atMostOncePer.length === 0 ? null : { kind: 'at_most_once', per: [...atMostOncePer] },
      })),
    })),
  }
}
