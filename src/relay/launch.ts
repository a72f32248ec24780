import { statSync } from 'node:fs'
import { win32 } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** What to give to `spawn`. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  /** Windows: the arguments are quoted already. */
  readonly verbatim: boolean
}

/**
 * How a command is started. Everywhere but on Windows: as it stands. There, only .exe and .com files start by
 * themselves; `npx` is a script (npx.cmd) that cmd.exe must run, with quoting that both cmd.exe and the program
 * undo. A command that is not found is given as it stands, so that the system says so.
 *
 * The rules are those of the package cross-spawn (lib/parse.js, lib/util/escape.js). Tested as a function;
 * not yet run on a Windows machine.
 */
export function launchOf(
  command: string,
  args: readonly string[],
  platform: NodeJS.Platform,
  env: Environment,
  cwd: string,
  isFile: (path: string) => boolean = fileExists,
): Launch {
  if (platform !== 'win32') return { command, args, verbatim: false }
  const file = resolveOnWindows(command, env, cwd, isFile)
  if (file === undefined || /\.(?:exe|com)$/i.test(file))
    return { command: file ?? command, args, verbatim: false }
  return throughCmd(file, args, variable(env, 'COMSPEC') ?? 'cmd.exe')
}

function throughCmd(file: string, args: readonly string[], cmd: string): Launch {
  // A shim that npm writes hands its arguments to a second cmd.exe, which undoes the quoting once more.
  const isShim = /node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i.test(file)
  const words = [escapeMeta(win32.normalize(file)), ...args.map(each => quoteArgument(each, isShim))]
  return { command: cmd, args: ['/d', '/s', '/c', `"${words.join(' ')}"`], verbatim: true }
}

/** One argument, quoted for the program (backslashes before a quote are doubled) and then for cmd.exe. */
function quoteArgument(argument: string, twice: boolean): string {
  const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`
  return twice ? escapeMeta(escapeMeta(quoted)) : escapeMeta(quoted)
}

function escapeMeta(text: string): string {
  return text.replace(/([()\][%!^"`<>&|;, *?])/g, '^$1')
}

/** The file that Windows would start for a command, or undefined. */
function resolveOnWindows(command: string, env: Environment, cwd: string, isFile: (path: string) => boolean) {
  const extensions = (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD')
    .split(';')
    .filter(each => each !== '')
  const isNamed = extensions.some(each => command.toLowerCase().endsWith(each.toLowerCase()))
  const names = isNamed ? [command] : extensions.map(each => command + each)
  const isPath = /[\\/]/.test(command)
  const folders = isPath ? [cwd] : [cwd, ...(variable(env, 'PATH') ?? '').split(';')]
  return folders
    .filter(folder => folder !== '')
    .flatMap(folder => names.map(name => win32.resolve(folder.replace(/^"(.*)"$/, '$1'), name)))
    .find(isFile)
}

/** Names of variables have no case on Windows; an environment that was copied has lost that. */
function variable(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find(each => each.toUpperCase() === name)
  return key === undefined ? undefined : env[key]
}

function fileExists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
