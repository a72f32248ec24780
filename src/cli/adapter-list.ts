import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { adapterJsonSchema } from '../adapter/json-schema.ts'
import { readAdapter, readAdapterText } from '../adapter/load.ts'
import {
  type BundledAdapter,
  bundledAdapter,
  bundledAdapters,
  type ReadyMade,
} from '../adapter/ready-made.ts'
import { machineOf } from '../hosts/machine.ts'
import { parseJsonc } from '../jsonc.ts'
import { projectAdapterFiles } from '../project/adapters.ts'
import { folderFor, userFolder } from '../project/paths.ts'
import { isAccepted } from '../project/trust.ts'
import { exit } from './main.ts'
import { json, print, printable, table } from './print.ts'
import { shortPath, unknownName } from './scene.ts'
import type { Shell } from './shell.ts'

/** An adapter that is there: in the project's folder, or with mcpgraphy. */
export interface KnownAdapter extends BundledAdapter {
  readonly from: 'project' | 'bundled'
}

/** The adapters of the project, then those that come with mcpgraphy. */
export function knownAdapters(shell: Shell): KnownAdapter[] {
  const files = projectAdapterFiles(folderFor(machineOf(shell)))
  const own = files.map(path => ({
    name: decodeURIComponentSafely(basename(path, '.json')),
    path,
    from: 'project' as const,
  }))
  return [...own, ...bundledAdapters().map(({ name, path }) => ({ name, path, from: 'bundled' as const }))]
}

/** Prints which adapters there are, and what each reads. */
export async function runList(options: { json?: true }, shell: Shell): Promise<number> {
  const facts = knownAdapters(shell).map(each => factOf(each, shell))
  if (options.json) await print(shell, json({ adapters: facts }))
  else
    await print(
      shell,
      table(
        ['name', 'from', 'reads', 'verified'],
        facts.map(each => rowOf(each, shell)),
      ),
    )
  return exit.done
}

/** Prints one adapter, as it stands in its file. Throws `usage` for a name that is not known. */
export async function runShow(name: string, options: { json?: true }, shell: Shell): Promise<number> {
  const known = knownAdapters(shell)
  const found = known.find(each => each.name === name)
  if (found === undefined)
    throw unknownName(
      'adapter',
      name,
      known.map(each => each.name),
    )
  const text = readAdapterText(found.path)
  const parsed = parseJsonc(text)
  const adapter = parsed.kind === 'value' ? parsed.value : null
  if (options.json) await print(shell, json({ ...factOf(found, shell), adapter }))
  else await print(shell, text)
  return exit.done
}

/** Prints the JSON Schema of the format. */
export async function runSchema(shell: Shell): Promise<number> {
  await print(shell, json(adapterJsonSchema()))
  return exit.done
}

/** What is known of one adapter without asking its server. */
interface AdapterFact extends KnownAdapter {
  /** Resource classes with their reading tools; null where the file has faults. */
  readonly reads: readonly { readonly resource_class: string; readonly observation_tool: string }[] | null
  readonly faults: number
  /** What a bundled one was held against: `live`, recorded `answers`, or the list of `tools`; null for the project's. */
  readonly verified: Pick<ReadyMade, 'package' | 'version' | 'how' | 'on'> | null
  /** False for one that came with a cloned project and that nobody has accepted: it is not used. */
  readonly accepted: boolean
}

function factOf(known: KnownAdapter, shell: Shell): AdapterFact {
  const bytes = readFileSync(known.path)
  const read = readAdapter(bytes.toString('utf8'))
  const accepted = known.from === 'bundled' || isAccepted(userFolder(machineOf(shell)), known.path, bytes)
  const verified = verifiedOf(known)
  if ('faults' in read) return { ...known, reads: null, faults: read.faults.length, verified, accepted }
  const reads = read.adapter.resources.map(({ resourceClass, observationTool }) => {
    return { resource_class: resourceClass, observation_tool: observationTool }
  })
  return { ...known, reads, faults: 0, verified, accepted }
}

function verifiedOf({ name, from }: KnownAdapter): AdapterFact['verified'] {
  const found = from === 'bundled' ? bundledAdapter(name) : undefined
  return found === undefined
    ? null
    : { package: found.package, version: found.version, how: found.how, on: found.on }
}

function rowOf(fact: AdapterFact, shell: Shell): string[] {
  const { name, from, accepted, path, verified } = fact
  return [
    printable(name),
    accepted ? from : `${from}, not accepted`,
    printable(readsInWords(fact)),
    verified === null ? shortPath(machineOf(shell), path) : verifiedInWords(verified),
  ]
}

function readsInWords({ name, reads, faults }: AdapterFact): string {
  if (reads === null) return `${faults} faults: mcpgraphy adapter check ${name}`
  return reads.map(each => each.resource_class).join(', ') || 'nothing'
}

/** `live 2026-11-30: npm package 1.2.3`. */
function verifiedInWords({ how, on, package: from, version }: NonNullable<AdapterFact['verified']>): string {
  return `${howWords[how]} ${on}, ${from} ${version}`
}

const howWords = { live: 'live', answers: 'by recorded answers', tools: 'by its list of tools' } as const

/** File names are percent-coded; a name that somebody else gave may not be. */
function decodeURIComponentSafely(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
