import { parseArgs } from 'node:util'
import type { Mode } from '../advice/call.ts'
import { Problem } from '../problem.ts'
import { type ListenLine, listenLine, listenOptions } from './listen-options.ts'
import { count, wrong } from './wrong-usage.ts'

/** The server: a command that starts it, or the address at which it stands already. */
export type ServerLine =
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'remote'; readonly url: string; readonly headers: readonly string[] }

/** What a command line says about a proxy. */
export interface ProxyLine {
  readonly name: string
  readonly server: ServerLine
  readonly adapter: string | undefined
  readonly policy: Mode | undefined
  readonly approve: readonly string[]
  readonly db: string | undefined
  readonly project: string | undefined
  /** The user's own folder counts, wherever the proxy is started. */
  readonly isOfUser: boolean
  readonly refreshEvery: number
  readonly hints: boolean
  readonly structured: 'keep' | 'drop' | 'auto'
  /** Serve hosts over HTTP, instead of the one that has started us. */
  readonly listen: ListenLine | undefined
}

const options = {
  name: { type: 'string' },
  adapter: { type: 'string' },
  policy: { type: 'string' },
  mode: { type: 'string' },
  approve: { type: 'string', multiple: true },
  db: { type: 'string' },
  project: { type: 'string' },
  user: { type: 'boolean' },
  'refresh-every': { type: 'string' },
  'no-hints': { type: 'boolean' },
  structured: { type: 'string' },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
  ...listenOptions,
} as const

/**
 * Reads the arguments of `proxy`, and of `wrap … -- CMD` or `wrap … --url URL`: ours before the two dashes, the
 * server's command behind, or its address in place of it. Throws `usage` or `no-command`.
 */
export function readProxyLine(argv: readonly string[]): ProxyLine {
  const dashes = argv.indexOf('--')
  const own = dashes < 0 ? argv : argv.slice(0, dashes)
  const { values, positionals } = parsed(spreadOut(own))
  const server = serverLine(dashes < 0 ? [] : argv.slice(dashes + 1), values.url, values.header)
  if (positionals.length > 0)
    throw wrong(
      `“${positionals[0]}” stands before the two dashes`,
      'Put the whole command of the server behind --.',
    )
  if (values.user && values.project !== undefined)
    throw wrong('--user and --project were both given', 'One folder counts: leave one of them out.')
  return {
    name:
      values.name ??
      (server.kind === 'remote' ? nameFromUrl(server.url) : nameFrom(server.command, server.args)),
    server,
    adapter: values.adapter,
    policy: choice('--policy', values.policy ?? values.mode, ['pass', 'observe', 'warn', 'block']),
    approve: (values.approve ?? []).flatMap(each => each.split(',')).filter(each => each !== ''),
    db: values.db,
    project: values.project,
    isOfUser: values.user === true,
    refreshEvery: count('--refresh-every', values['refresh-every'] ?? '1'),
    hints: values['no-hints'] !== true,
    structured: choice('--structured', values.structured, ['keep', 'drop', 'auto']) ?? 'auto',
    listen: listenLine(values),
  }
}

/** `--approve A B`, as the other commands take it, means what `--approve A --approve B` does. */
function spreadOut(own: readonly string[]): string[] {
  let isInTools = false
  return own.flatMap((word, at) => {
    if (word.startsWith('-')) isInTools = /^--approve(?:=|$)/.test(word)
    else if (isInTools && own[at - 1] !== '--approve') return ['--approve', word]
    return [word]
  })
}

function serverLine(
  words: readonly string[],
  url: string | undefined,
  headers: readonly string[] = [],
): ServerLine {
  const [command, ...args] = words
  const hasCommand = command !== undefined && command !== ''
  if (url !== undefined && hasCommand)
    throw wrong('--url and a command were both given', 'A server has one or the other.')
  if (url !== undefined) return { kind: 'remote', url, headers }
  if (!hasCommand) throw new Problem('no-command')
  if (headers.length > 0) throw wrong('--header is for servers that have a --url')
  return { kind: 'command', command, args }
}

function parsed(own: readonly string[]) {
  try {
    return parseArgs({ args: [...own], options, allowPositionals: true })
  } catch (error) {
    throw wrong(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error))
  }
}

function choice<Choice extends string>(
  flag: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const found = choices.find(each => each === value)
  if (value !== undefined && found === undefined)
    throw wrong(`${flag} is one of ${choices.join(', ')}, not “${value}”`)
  return found
}

/**
 * A name for a server that was given none: its package without scope and version, else its program or script.
 * The folder of a script called index or main says more than the script.
 */
export function nameFrom(command: string, args: readonly string[]): string {
  const runs = /(?:^|[\\/])(?:npx|node|bunx?|uvx?|uv|python3?|deno|pnpx|cmd)(?:\.exe|\.cmd)?$/i.test(command)
  const subject = runs
    ? args.find(each => !each.startsWith('-') && !/^(?:run|\/c|npx)$/i.test(each))
    : command
  const parts = (subject ?? command)
    .replace(/@[^@/\\]+$/, '')
    .split(/[\\/]/)
    .filter(each => each !== '' && each !== 'dist' && each !== 'build')
  const last = (parts.at(-1) ?? command).replace(/\.(?:[cm]?[jt]s|py|exe|cmd|sh)$/i, '')
  return /^(?:index|main|server|cli)$/i.test(last) ? (parts.at(-2) ?? last) : last
}

/** A name for a server that is reached by its address: the host's, with the port where it is not the usual one. */
export function nameFromUrl(url: string): string {
  const { hostname, port } = URL.canParse(url) ? new URL(url) : { hostname: 'remote', port: '' }
  const name = hostname.replace(/^\[|\]$/g, '').replace(/:/g, '-')
  return port === '' ? name : `${name}-${port}`
}
