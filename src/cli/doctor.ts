import { Command } from 'commander'
import { examine, type Starter } from '../doctor/examine.ts'
import { live } from '../doctor/live.ts'
import { type Patient, type Placed, serversOf } from '../doctor/patient.ts'
import { isWrapped } from '../hosts/entry.ts'
import { folderFor } from '../project/paths.ts'
import { askYes } from './ask.ts'
import { doctorAsJson, doctorInWords, isSound } from './doctor-words.ts'
import { whileStarting } from './interrupt.ts'
import { exit } from './main.ts'
import { collect, scopeOption } from './options.ts'
import { json, print, printableName } from './print.ts'
import { folderOfConfig, lookAround, type Scene, wantedNames } from './scene.ts'
import type { Shell } from './shell.ts'
import { version } from './version.ts'
import { count, inkOf } from './words.ts'

interface Options {
  readonly start?: true
  readonly json?: true
  readonly config?: readonly string[]
  readonly scope: 'project' | 'user' | 'all'
}

/** `mcpgraphy doctor`: checks everything that a user would otherwise debug for an hour, and says how to mend it. */
export default function doctor(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('[server]', 'only this server')
    .option('--start', 'start the servers as their hosts do, without asking')
    .option('--config <file>', 'only this file; may be given several times', collect)
    .addOption(scopeOption('all'))
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async (server: string | undefined, options: Options) =>
      done(await runDoctor(shell, server, options)),
    )
}

const help = `
Nothing is changed. Exits 1 where something is broken.

Examples:
  mcpgraphy doctor                  look at everything, and ask before servers are started
  mcpgraphy doctor orders --start   start one server as its host does, too`

async function runDoctor(shell: Shell, server: string | undefined, options: Options): Promise<number> {
  const scene = await lookAround(shell, options)
  const patient = patientOf(scene, server)
  // an entry that does not go through us is started only where it was asked for by name
  const isMeant = (placed: Placed) => isWrapped(placed.server.entry) || server !== undefined
  const startable = serversOf(patient).filter(each => each.server.entry.kind === 'stdio' && isMeant(each))
  const mayStart = await consent(shell, startable.length, options)
  const starts = (placed: Placed) => startable.some(({ server }) => server === placed.server)
  const findings = await whileStarting(shell, () =>
    examine(patient, starts, mayStart ? starterFor(shell, patient) : undefined),
  )
  const sound = isSound(findings)
  await print(
    shell,
    options.json ? json(doctorAsJson(findings, mayStart)) : doctorInWords(shell, patient, findings),
  )
  if (!mayStart && startable.length > 0) {
    const name = server === undefined ? '' : ` ${printableName(server)}`
    shell.stderr.write(`No server was started. To see whether they run: mcpgraphy doctor${name} --start\n`)
  }
  return sound ? exit.done : exit.failed
}

function patientOf(scene: Scene, server: string | undefined): Patient {
  const { machine, user, readings, configs } = scene
  const folders = [folderFor(machine), user, ...configs.map(config => folderOfConfig(scene, config))]
  return {
    machine,
    user,
    readings,
    configs,
    version: version(),
    script: process.argv[1] ?? '',
    folderOf: config => folderOfConfig(scene, config),
    folders: folders.filter(({ path }, at) => folders.findIndex(each => each.path === path) === at),
    wants: wantedNames(scene, server === undefined ? [] : [server]),
  }
}

/** A server is a program that may use an account: starting it is the user's word. */
async function consent(shell: Shell, servers: number, { start, json }: Options): Promise<boolean> {
  if (start === true || servers === 0) return start === true
  if (!shell.canAsk || json) return false
  const message = `Start ${count(servers, 'server')} once, with and without mcpgraphy, to see whether they run? No tool is called.`
  return await askYes(shell, message, true)
}

function starterFor(shell: Shell, patient: Patient): Starter {
  return async placed => {
    shell.stderr.write(inkOf(shell).quiet(`  starting ${printableName(placed.server.name)} …\n`))
    return await live(placed, patient)
  }
}
