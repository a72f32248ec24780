import { parseAdapter } from '../adapter/load.ts'
import { nearest } from '../adapter/nearest.ts'
import { machineOf } from '../hosts/machine.ts'
import { isObject, type Json } from '../json.ts'
import { Problem } from '../problem.ts'
import { projectAdapter, writeProjectAdapter } from '../project/adapters.ts'
import { userFolder } from '../project/paths.ts'
import { appendToArray, type Path, parseJsonc } from '../text-edit.ts'
import { placeFor } from './database.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import { shortPath } from './scene.ts'
import type { Shell } from './shell.ts'

export interface FeatureOptions {
  readonly class?: string
  readonly write?: true
  readonly json?: true
}

/** `mcpgraphy adapter feature`: one more feature in a project's adapter; all else in the file stays as it was written. */
export async function runFeature(
  server: string,
  field: string,
  options: FeatureOptions,
  shell: Shell,
): Promise<number> {
  const { folder } = placeFor(shell, undefined)
  const user = userFolder(machineOf(shell))
  const kept = projectAdapter(folder, user, server)
  if (kept.kind === 'none')
    throw new Problem('adapter-not-kept', { server: printable(server), path: kept.path })
  if (kept.kind === 'unaccepted') throw new Problem('adapter-unaccepted', { path: kept.path })
  const path = featuresPath(kept.text, options.class)
  const isNew = !namesOf(kept.text, path).includes(field)
  const text = isNew ? (appendToArray(kept.text, path, JSON.stringify(field)) ?? kept.text) : kept.text
  parseAdapter(text, kept.path)
  if (isNew && options.write) await writeProjectAdapter(folder, user, server, text)
  const file = shortPath(machineOf(shell), kept.path)
  const facts = { server, field, file: kept.path, added: isNew, written: isNew && options.write === true }
  await print(shell, options.json ? json(facts) : `${inWords(field, file, facts)}\n`)
  return exit.done
}

function inWords(
  field: string,
  file: string,
  { added, written }: { added: boolean; written: boolean },
): string {
  const name = printable(field, 80)
  if (!added) return `${name} is a feature in ${file} already.`
  return written
    ? `Added ${name} to the features in ${file}. A proxy takes it up when its host starts it again; what was learned so far stays.`
    : `Would add ${name} to the features in ${file}. Nothing was written: add --write.`
}

/** Where the features of the resource class that is meant stand. */
function featuresPath(text: string, wanted: string | undefined): Path {
  const parsed = parseJsonc(text)
  const root = parsed.kind === 'value' && isObject(parsed.value) ? parsed.value : {}
  const list = Array.isArray(root.resources) ? root.resources : [root]
  const classes = list.map(each => (isObject(each) ? String(each.resource_class) : ''))
  const at =
    wanted === undefined ? classes.findIndex((_, index) => hasFeatures(list[index])) : classes.indexOf(wanted)
  const several = wanted === undefined && list.filter(hasFeatures).length > 1
  if (several || at < 0 || !hasFeatures(list[at])) throw unclear(classes, wanted, several)
  return Array.isArray(root.resources) ? ['resources', at, 'features'] : ['features']
}

function hasFeatures(resource: Json | undefined): boolean {
  return isObject(resource) && Array.isArray(resource.features)
}

function unclear(classes: readonly string[], wanted: string | undefined, several: boolean): Problem {
  const known = classes.map(each => printable(each, 60)).join(', ')
  if (several)
    return new Problem('usage', {
      what: `Several classes name their features: ${known}`,
      now: 'Say which one: --class NAME',
    })
  if (wanted !== undefined && !classes.includes(wanted)) {
    const meant = nearest(wanted, classes)
    const now = meant === undefined ? `There are: ${known}.` : `Did you mean ${printable(meant)}?`
    return new Problem('usage', { what: `The adapter has no class ${printable(wanted)}`, now })
  }
  return new Problem('usage', {
    what: 'The adapter names no features, so all that have the shape of one are features already',
    now: 'To name them, write "features": [...] into it: docs/adapters.md',
  })
}

function namesOf(text: string, path: Path): string[] {
  const parsed = parseJsonc(text)
  let here: Json | undefined = parsed.kind === 'value' ? parsed.value : undefined
  for (const step of path) {
    if (Array.isArray(here)) here = here[Number(step)]
    else here = isObject(here) ? here[step] : undefined
  }
  return (Array.isArray(here) ? here : []).map(each =>
    isObject(each) ? String(each.path ?? each.name) : String(each),
  )
}
