import { PassThrough } from 'node:stream'
import { main } from '../../src/cli/main.ts'
import type { Shell } from '../../src/cli/shell.ts'

/** What a command line did. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, as from a pipe in the folder `cwd`, with a home of its own. */
export async function run(cwd: string, ...argv: string[]): Promise<Ran> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const [out, err] = [gathered(stdout), gathered(stderr)]
  // beside the folder: one inside of a project is not taken for the user's
  const env = { HOME: `${cwd}-home`, MCPGRAPHY_HOME: `${cwd}-user` }
  const shell: Shell = { stdin, stdout, stderr, env, cwd, platform: 'linux', canAsk: false, colour: false }
  const code = await main(argv, shell)
  stdout.end()
  stderr.end()
  return { code, out: await out, err: await err }
}

async function gathered(stream: PassThrough): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}
