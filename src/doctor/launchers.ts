import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { isWrapped } from '../hosts/entry.ts'
import { type Start, startOf } from '../hosts/start.ts'
import { Problem } from '../problem.ts'
import { broken, type Finding, fromProblem, ok, warning, word } from './finding.ts'
import { hostEnvironment, pathSource } from './host-facts.ts'
import { isReached, type Patient, type Placed, scopeWords, serversOf } from './patient.ts'

/** Does each wrapped entry's command, and that of the server behind it, resolve on the PATH that its host has? */
export function examineLaunchers(patient: Patient): Finding[] {
  return serversOf(patient)
    .filter(({ server }) => isWrapped(server.entry))
    .flatMap(placed => launcherFindings(placed, patient))
}

function launcherFindings(placed: Placed, patient: Patient): Finding[] {
  const { config, server } = placed
  const about = { file: config.path, server: server.name }
  try {
    const entry = startOf(config, server, patient.machine, 'entry')
    const starts = isReached(placed) ? [entry] : [entry, startOf(config, server, patient.machine, 'server')]
    const first = starts.find(each => !resolves(each, placed, patient))
    if (first !== undefined) return [missingFinding(first, first === entry, placed, patient)]
    return [ok('launcher', `${server.name}: ${config.host.name} finds ${entry.command}.`, about)]
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    return [fromProblem('launcher', 'warning', problem, about)]
  }
}

function resolves({ command, env, cwd }: Start, { config }: Placed, { machine }: Patient): boolean {
  const path = env.PATH ?? hostEnvironment(config, machine).PATH ?? ''
  return isProgram(command, path, cwd, machine.platform)
}

function missingFinding({ command, cwd }: Start, isOurs: boolean, placed: Placed, patient: Patient): Finding {
  const { config, server } = placed
  const { machine } = patient
  const about = { file: config.path, server: server.name }
  const isHere = isProgram(command, machine.env.PATH ?? '', cwd, machine.platform)
  const who = isOurs ? 'it' : 'the server behind it'
  if (!isHere) {
    const what = `${server.name} cannot start: ${who} needs ${command}, and there is no such program here.`
    return broken('launcher', what, { now: `Install it, or give its full path in the entry.` }, about)
  }
  const what = `${server.name}: ${who} needs ${command}, which this terminal finds and a program started from the desktop does not.`
  const run = isOurs
    ? `mcpgraphy unwrap ${word(server.name)} --write && mcpgraphy wrap ${word(server.name)}${scopeWords(config)} --launcher '${[process.execPath, patient.script].map(word).join(' ')}' --write`
    : undefined
  const now = isOurs ? 'Wrap it anew with a full path.' : `Give the full path of ${command} in the entry.`
  const mend = run === undefined ? { now } : { now, run }
  if (pathSource(config) === 'bare') return broken('launcher', what, mend, about)
  const asks = `${config.host.name} asks your login shell for its PATH, and finds it only if that answers in time.`
  return warning('launcher', `${what} ${asks}`, mend, about)
}

/** Does a command lead to a program that may be run? A path is taken from `cwd`. */
function isProgram(command: string, path: string, cwd: string, platform: NodeJS.Platform): boolean {
  const isPath = /[\\/]/.test(command)
  const folders = isPath ? [''] : path.split(platform === process.platform ? delimiter : ':')
  const endings = platform === 'win32' ? ['', '.exe', '.cmd', '.bat', '.com'] : ['']
  return folders.some(folder =>
    endings.some(ending => {
      const file = isAbsolute(command) ? command : isPath ? resolve(cwd, command) : join(folder, command)
      return canRun(file + ending)
    }),
  )
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
