import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ExecaError, execa } from 'execa'
import type { RealHost } from './real-host.ts'

/**
 * The folder of a host's package, fetched by npm once and kept in the user's cache: hundreds of megabytes, too much
 * for a dependency. undefined, said loudly, where npm cannot have it.
 */
export async function installed(host: RealHost): Promise<string | undefined> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mcpgraphy-test-hosts')
  const kept = join(cache, `${host.package.replace('/', '+')}@${host.version}`)
  const folder = join(kept, 'node_modules', host.package)
  if (existsSync(folder)) return folder
  try {
    await mkdir(cache, { recursive: true })
    await keep(await fetched(host, cache), kept)
    return folder
  } catch (problem) {
    process.stderr.write(
      `\n*** NOT TESTED: ${host.name} ${host.version} cannot be had from npm.\n*** ${reasonIn(problem)}\n\n`,
    )
    return undefined
  }
}

/** A folder in the cache that holds the host whole, or none. */
async function fetched(host: RealHost, cache: string): Promise<string> {
  const folder = await mkdtemp(join(cache, 'fetch-'))
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    const flags = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--fetch-retries=1']
    await execa('npm', ['install', ...flags, `${host.package}@${host.version}`], {
      cwd: folder,
      timeout: 180_000,
    })
    return folder
  } catch (problem) {
    await rm(folder, { recursive: true, force: true })
    throw problem
  }
}

/** In one step, so that nobody finds half a host. Whoever comes second finds that of the first. */
async function keep(folder: string, kept: string): Promise<void> {
  try {
    await rename(folder, kept)
  } catch (problem) {
    await rm(folder, { recursive: true, force: true })
    if (!existsSync(kept)) throw problem
  }
}

/** The first lines of what npm said. */
function reasonIn(problem: unknown): string {
  const said = problem instanceof ExecaError ? `${problem.shortMessage}\n${problem.stderr}` : String(problem)
  return said.split('\n').slice(0, 4).join('\n*** ')
}
