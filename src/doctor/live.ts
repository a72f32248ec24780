import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { isWrapped } from '../hosts/entry.ts'
import { type Start, startOf } from '../hosts/start.ts'
import { Problem } from '../problem.ts'
import { compare } from './compare.ts'
import { broken, type Finding, fromProblem, ok, warning, word } from './finding.ts'
import { hostEnvironment, pathSource, patienceOf } from './host-facts.ts'
import { isReached, type Patient, type Placed } from './patient.ts'
import { type Started, startOnce } from './starting.ts'

/** What starting a server showed, and its own tools where it came so far. */
export interface Lived {
  readonly findings: readonly Finding[]
  readonly tools: readonly ListedTool[] | undefined
}

/**
 * Starts an entry as its host does: its command, arguments and environment, the project's folder, and for a program
 * with windows the bare PATH. A wrapped one is then started without us, and both are compared. No tool is called.
 */
export async function live(placed: Placed, patient: Patient): Promise<Lived> {
  const { config, server } = placed
  try {
    const entry = startOf(config, server, patient.machine, 'entry')
    const { started, findings } = await startAsHost(entry, placed, patient)
    if (!isWrapped(server.entry) || isReached(placed)) return resultOf(started, findings, placed, patient)
    const own = startOf(config, server, patient.machine, 'server')
    const alone = (await startAsHost(own, placed, patient)).started
    return bothResults(started, alone, findings, placed, patient)
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    const about = { file: config.path, server: server.name }
    return { findings: [fromProblem('start', 'warning', problem, about)], tools: undefined }
  }
}

/** With the host's environment; where that fails and the host asks the login shell, with this terminal's. */
async function startAsHost(
  start: Start,
  { config, server }: Placed,
  { machine, version }: Patient,
): Promise<{ started: Started; findings: Finding[] }> {
  const started = await startOnce(start, { ...hostEnvironment(config, machine), ...start.env }, version)
  if (started.kind === 'started' || pathSource(config) === 'terminal') return { started, findings: [] }
  const again = await startOnce(start, { ...machine.env, ...start.env }, version)
  if (again.kind === 'failed') return { started, findings: [] }
  const about = { file: config.path, server: server.name }
  const what = `${server.name} starts from this terminal and not with the bare PATH of a program with windows.`
  const now = 'Give full paths in the entry, or set PATH in its environment.'
  if (pathSource(config) === 'bare') return { started, findings: [broken('start', what, { now }, about)] }
  return { started: again, findings: [warning('start', what, { now }, about)] }
}

function bothResults(
  through: Started,
  alone: Started,
  findings: readonly Finding[],
  placed: Placed,
  patient: Patient,
): Lived {
  const about = { file: placed.config.path, server: placed.server.name }
  if (through.kind === 'failed' && alone.kind === 'started') {
    const what = `${about.server} starts by itself and not through mcpgraphy: ${through.problem.message}${quoted(through.said)}`
    const run = `mcpgraphy unwrap ${word(about.server)} --write`
    const now = 'Take it off, and wrap it anew.'
    return { findings: [...findings, broken('start', what, { now, run }, about)], tools: ownTools(alone) }
  }
  // where it does not start without us either, what it says for itself is plainer
  if (alone.kind === 'failed') return resultOf(alone, findings, placed, patient)
  const result = resultOf(through, findings, placed, patient)
  if (through.kind === 'failed') return result
  return { ...result, findings: [...result.findings, ...compare(placed, through, alone)] }
}

function resultOf(
  started: Started,
  before: readonly Finding[],
  { config, server }: Placed,
  { machine }: Patient,
): Lived {
  const about = { file: config.path, server: server.name }
  if (started.kind === 'failed') {
    const what = `${server.name} does not start${isWrapped(server.entry) ? ', with or without mcpgraphy' : ''}. ${started.problem.message}${quoted(started.said)}`
    const failed = before.length > 0 ? [] : [broken('start', what, { now: started.problem.now }, about)]
    return { findings: [...before, ...failed], tools: undefined }
  }
  const { length } = started.tools
  const what = `${server.name} starts as ${config.host.name} starts it, and lists ${length === 1 ? '1 tool' : `${length} tools`}.`
  const speed = speedFinding(started.ms, patienceOf(config, server, machine), config.host.name, about)
  return { findings: [...before, ok('start', what, about), speed], tools: ownTools(started) }
}

function ownTools(started: Started): readonly ListedTool[] | undefined {
  if (started.kind === 'failed') return undefined
  return listedTools(started.tools).filter(({ name }) => !name.startsWith('mcpgraphy_'))
}

function quoted(said: string): string {
  return said === '' ? '' : ` It said: ${said}`
}

/** A start that takes half of a host's patience here fails now and then on a busy machine. */
export function speedFinding(
  ms: number,
  patience: number,
  host: string,
  about: { readonly file: string; readonly server: string },
): Finding {
  const took = `${about.server} needs ${(ms / 1000).toFixed(1)} s until its tools are listed; ${host} waits ${patience / 1000} s`
  const mend = {
    now: "Install the server instead of fetching it at each start, or raise the host's time limit.",
  }
  if (ms > patience) return broken('speed', `${took}.`, mend, about)
  if (ms > patience / 2) return warning('speed', `${took}: on a busy day that is too short.`, mend, about)
  return ok('speed', `${took}.`, about)
}
