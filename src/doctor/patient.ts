import type { Machine } from '../hosts/machine.ts'
import type { Config, Reading, ServerEntry } from '../hosts/read.ts'
import type { Folder } from '../project/paths.ts'

/** All that is examined: what was found on this machine, as values. */
export interface Patient {
  readonly machine: Machine
  /** Our own version, and the script that runs. */
  readonly version: string
  readonly script: string
  readonly readings: readonly Reading[]
  readonly configs: readonly Config[]
  /** The folder of ours that a config's servers learn into. */
  readonly folderOf: (config: Config) => Folder
  /** The folders of ours that count here; not all of them need exist. */
  readonly folders: readonly Folder[]
  readonly user: Folder
  readonly wants: (server: string) => boolean
}

/** A server with the file that it stands in. */
export interface Placed {
  readonly config: Config
  readonly server: ServerEntry
}

/** The servers that are meant. */
export function serversOf({ configs, wants }: Patient): Placed[] {
  return configs.flatMap(config =>
    config.servers.filter(({ name }) => wants(name)).map(server => ({ config, server })),
  )
}

/** The command line of an entry; empty where it has none. */
function lineOf({ entry }: ServerEntry): string[] {
  return entry.kind === 'stdio' ? [entry.command, ...entry.args] : []
}

/** The words of an entry that start us, without the server's own; empty where we are not before it. */
export function oursOf(server: ServerEntry): string[] {
  const { entry } = server
  return entry.kind === 'stdio' && entry.launch !== undefined
    ? lineOf(server).slice(0, entry.launch.serverAt)
    : []
}

/** Is the server behind us reached by its address, and not started? */
export function isReached({ server: { entry } }: Placed): boolean {
  return entry.kind === 'stdio' && entry.launch?.url !== undefined
}

/** The option that makes `wrap` and `unwrap` look into the file of a config. */
export function scopeWords({ file }: Config): string {
  return file.scope === 'user' ? ' --scope user' : ''
}
