import { isWrapped } from '../hosts/entry.ts'
import { hiddenIn } from '../hosts/hidden.ts'
import type { Config, Reading } from '../hosts/read.ts'
import { type Finding, fromProblem, ok, warning } from './finding.ts'
import type { Patient } from './patient.ts'

/** Can the hosts' files be read, and does each host start from them what stands there? */
export function examineConfigs(patient: Patient): Finding[] {
  if (patient.readings.length === 0) return [nothingFound]
  return patient.readings.flatMap(reading => findingsOf(reading, patient))
}

const nothingFound = warning('config', 'No config of a host was found here.', {
  now: 'Go to your project, or name the file.',
  run: 'mcpgraphy doctor --config FILE',
})

function findingsOf(reading: Reading, patient: Patient): Finding[] {
  if (reading.kind === 'refused')
    return [fromProblem('config', 'problem', reading.problem, { file: reading.found.path })]
  if (reading.kind === 'nothing') return [nothingIn(reading)]
  return readable(reading.config, patient)
}

/** A file without servers is no fault; servers that stand where the host does not look are. */
function nothingIn({ found, why }: Reading & { kind: 'nothing' }): Finding {
  const about = { file: found.path }
  if (!why.includes('looks for')) return ok('config', `${found.host.name}: ${why}.`, about)
  return warning('config', `${found.host.name}: ${why}.`, { now: 'Move them there.' }, about)
}

function readable(config: Config, { configs, machine, wants }: Patient): Finding[] {
  const about = { file: config.path }
  const { length } = config.servers
  const wrapped = config.servers.filter(({ entry }) => isWrapped(entry)).length
  const servers = length === 1 ? '1 server' : `${length} servers`
  const counts = ok(
    'config',
    `${config.host.name} reads it: ${servers}, ${wrapped} through mcpgraphy.`,
    about,
  )
  const remarks = config.remarks.map(each =>
    warning('config', `${each}.`, { now: 'Take them out, or check that the host lists its servers.' }, about),
  )
  const hidden = [...hiddenIn(config, configs, machine)].filter(([name]) => wants(name))
  const covered = hidden.map(([server, why]) =>
    warning(
      'config',
      `${server} is not started from this file: ${why}.`,
      { now: 'Keep one of the two entries.' },
      { ...about, server },
    ),
  )
  return [counts, ...remarks, ...covered]
}
