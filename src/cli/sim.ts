import { randomBytes } from 'node:crypto'
import { Command, Option } from 'commander'
import { createSim, type Sim } from '../lab/sims/sim.ts'
import { sims } from '../lab/sims/sims.ts'
import { reasonOf } from '../problem.ts'
import { readAddress } from '../relay/listen/address.ts'
import { exit } from './main.ts'
import { json, print } from './print.ts'
import type { Shell } from './shell.ts'
import { rulesOf, seedIn } from './sim-options.ts'
import { count } from './wrong-usage.ts'

interface SimOptions {
  readonly seed: string
  readonly fixtures: string
  readonly drift?: true
  readonly listen?: string
  readonly adapter?: true
}

/** `mcpgraphy sim`: serves one simulator as an MCP server, as a sandbox. */
export default function simCommand(shell: Shell, done: (code: number) => void): Command {
  const names = sims.map(each => each.name).join(', ')
  return new Command()
    .argument('<name>', `the simulator: ${names}`)
    .option('--seed <number>', 'decides its resources and all that is left to chance', '0')
    .option('--fixtures <number>', 'how many resources it begins with', '20')
    .option('--drift', 'begin after its rules have changed')
    .option('--listen <127.0.0.1:port>', 'serve over HTTP on this machine instead of stdio')
    .addOption(new Option('--adapter', 'print its adapter instead, for mcpgraphy proxy --adapter'))
    .addHelpText(
      'after',
      '\nExample:\n  mcpgraphy proxy --name sandbox -- mcpgraphy sim release_sim --seed 3',
    )
    .action(async (name: string, options: SimOptions) => done(await runSim(name, options, shell)))
}

async function runSim(name: string, options: SimOptions, shell: Shell): Promise<number> {
  const rules = rulesOf(name)
  if (options.adapter) {
    await print(shell, json(rules.adapter))
    return exit.done
  }
  const sim = createSim(rules, {
    seed: seedIn(options.seed),
    fixtures: Math.min(count('--fixtures', options.fixtures), 1000),
  })
  if (options.drift) sim.drift()
  if (options.listen !== undefined) return listen(sim, options.listen, shell)
  const [{ serverOf }, { serveStdio }] = await Promise.all([
    import('../lab/sims/server.ts'),
    import('../lab/sims/serve.ts'),
  ])
  if (shell.stdin.isTTY)
    shell.stderr.write(`${name} speaks MCP on standard input and output; a host starts it. Ctrl-D ends it.\n`)
  await serveStdio(serverOf(sim), shell.stdin, shell.stdout)
  return exit.done
}

async function listen(sim: Sim, address: string, shell: Shell): Promise<number> {
  const [{ serverOf }, { serveHttp }] = await Promise.all([
    import('../lab/sims/server.ts'),
    import('../lab/sims/serve.ts'),
  ])
  const given = shell.env.MCPGRAPHY_TOKEN
  const token = given ?? randomBytes(24).toString('hex')
  const served = await serveHttp(
    () => serverOf(sim),
    readAddress(address),
    token,
    error => shell.stderr.write(`mcpgraphy: a request could not be served: ${reasonOf(error)}\n`),
  )
  shell.stderr.write(`${sim.rules.name} is served on ${served.url}\n`)
  if (given === undefined) shell.stderr.write(`token ${token}\n`)
  await new Promise<void>(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await served.close()
  return exit.done
}
