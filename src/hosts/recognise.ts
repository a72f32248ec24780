import { type Original, sumOf, sumOfWords } from './embed.ts'
import type { Stdio } from './entry.ts'
import { checkoutIn, formIn } from './launch.ts'
import type { Config, ServerEntry } from './read.ts'
import { isOurScript } from './self.ts'
import { addressSum } from './unwrap-remote.ts'

/**
 * The same config with entries known as ours that do not show it by themselves: a launcher that the user chose, of
 * which our copy tells (`copyOf`), and a checkout of ours. What has a copy and starts something else only looks like it.
 */
export function recognised(config: Config, copyOf: (server: ServerEntry) => Original | undefined): Config {
  const servers = config.servers.map(server => {
    const { entry } = server
    if (entry.kind !== 'stdio' || entry.launch !== undefined) return server
    return { ...server, entry: recognisedEntry(config, entry, () => copyOf(server)) }
  })
  return { ...config, servers }
}

function recognisedEntry({ syntax }: Config, entry: Stdio, copyOf: () => Original | undefined): Stdio {
  const words = [entry.command, ...entry.args]
  const form = formIn(words)
  if (form === undefined) return entry
  const script = checkoutIn(words)
  if (script !== undefined && isOurScript(script)) return { ...entry, launch: form, lookalike: undefined }
  const copy = copyOf()
  if (copy === undefined) return entry
  const known = { ...entry, launch: form, lookalike: undefined }
  const sum = form.url === undefined ? sumOfWords(form.server) : addressSum(known)
  return sum === sumOf(copy, syntax) ? known : { ...entry, lookalike: form }
}
