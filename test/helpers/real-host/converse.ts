import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Shown } from '../model/dialect.ts'
import { type ScriptedCall, startModel } from '../model/endpoint.ts'
import type { Place, RealHost } from './real-host.ts'
import { runHost } from './run.ts'

/**
 * Lets a real host do one task with a scripted model on this machine, in a home of its own, and gives what the model
 * was shown of each call of the script. Nothing that it wants of the network is let through.
 */
export async function converse(
  host: RealHost,
  installed: string,
  project: string,
  server: Place['server'],
  script: readonly ScriptedCall[],
): Promise<readonly Shown[]> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'mcpgraphy-host-')))
  const model = await startModel(host.dialect, script)
  try {
    const said = await run(host, { installed, home, project, model: model.url, server })
    if (script.some((_, step) => model.shown()[step] === undefined))
      throw new Error(`${host.name} came no further than this:\n${model.asked().join('\n')}\n${said}`)
    return model.shown()
  } finally {
    await model.close()
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Starts the host on its task and waits for its end. Gives what it said. */
async function run(host: RealHost, place: Place): Promise<string> {
  const { args, files } = host.start(place)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const { all } = await runHost(host, place, args)
  return all
}
