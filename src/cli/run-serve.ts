import { randomBytes, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { type Desk, openDesk } from '../lab/offers/desk.ts'
import { openJournal } from '../lab/offers/journal.ts'
import { type HostPolicy, readPolicy } from '../lab/offers/policy.ts'
import { sims } from '../lab/sims/sims.ts'
import { Problem, reasonOf } from '../problem.ts'
import { type Address, readAddress } from '../relay/listen/address.ts'
import { openMemory } from '../store/memory.ts'
import { openStore } from '../store/open.ts'
import type { CommandLine } from './adapter-words.ts'
import { exit } from './main.ts'
import type { ServeOptions } from './serve.ts'
import { createServerFor, type ServedServer } from './served-server.ts'
import type { Shell } from './shell.ts'
import { version } from './version.ts'

/** Serves until the host goes away or a signal ends us. What is wrong with options or policy is said before a server starts. */
export async function runServe(line: CommandLine, options: ServeOptions, shell: Shell): Promise<number> {
  if (line.name === undefined && line.serverCommand.length === 0 && options.url === undefined)
    throw new Problem('usage', {
      what: 'No server was named',
      now: `Name a simulator (${sims.map(each => each.name).join(', ')}) or a server of your hosts: mcpgraphy serve --server NAME`,
    })
  const policy = options.policy === undefined ? undefined : readPolicy(resolve(shell.cwd, options.policy))
  const address = options.transport === 'http' ? readAddress(options.listen) : undefined
  const served = await createServerFor(line, options, policy, shell)
  try {
    await withDesk(served, policy, shell, desk => speak(desk, served.name, address, shell))
    return exit.done
  } finally {
    await served.downstream.close()
  }
}

async function withDesk(
  served: ServedServer,
  policy: HostPolicy | undefined,
  shell: Shell,
  work: (desk: Desk) => Promise<void>,
): Promise<void> {
  const { name, database, from } = served
  const journal = policy && openJournal(`${database}.actions`, name)
  const memory = await openMemory(await openStore(database), { server: name, session: randomUUID() })
  try {
    const tell = teller(shell)
    const desk = await openDesk({ ...served, server: name, memory, policy, journal, env: shell.env, tell })
    say(shell, `offers of ${name}, adapter ${from}, database ${database}`)
    say(shell, inWords(policy))
    await work(desk)
  } finally {
    await memory.close()
  }
}

/** Over standard input and output, or at an address of this machine. */
async function speak(desk: Desk, name: string, address: Address | undefined, shell: Shell): Promise<void> {
  const [{ offersServer }, { serveHttp, serveStdio }] = await Promise.all([
    import('../lab/offers/server.ts'),
    import('../lab/sims/serve.ts'),
  ])
  const serverFor = () => offersServer(desk, name, version())
  if (address === undefined) {
    if (shell.stdin.isTTY)
      say(shell, 'speaks MCP on standard input and output; a host starts it. Ctrl-D ends it.')
    // killed or left by its host, the server behind is ended all the same
    await Promise.race([serveStdio(serverFor(), shell.stdin, shell.stdout), firstSignal()])
    shell.stdin.destroy()
    return
  }
  const given = shell.env.MCPGRAPHY_TOKEN
  const token = given ?? randomBytes(24).toString('hex')
  const http = await serveHttp(serverFor, address, token, teller(shell))
  say(shell, `listening on ${http.url}`)
  if (given === undefined) say(shell, `token ${token}`)
  await firstSignal()
  await http.close()
}

function inWords(policy: HostPolicy | undefined): string {
  if (policy === undefined) return 'nothing is carried out: no policy says so'
  const tools = [...policy.enabled].join(', ')
  return tools === '' ? 'the policy enables no tool that changes anything' : `the policy enables ${tools}`
}

function teller(shell: Shell): (problem: unknown) => void {
  return problem =>
    say(shell, problem instanceof Problem ? `${problem.message} ${problem.now}` : reasonOf(problem))
}

function say(shell: Shell, line: string): void {
  shell.stderr.write(`mcpgraphy: ${line}\n`)
}

function firstSignal(): Promise<void> {
  return new Promise(done => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => done())
  })
}
