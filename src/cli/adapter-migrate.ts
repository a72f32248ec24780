import { parseAdapter, readAdapterText } from '../adapter/load.ts'
import { migrated } from '../adapter/migrate.ts'
import { machineOf } from '../hosts/machine.ts'
import { isObject } from '../json.ts'
import { parseJsonc } from '../jsonc.ts'
import { adapterFile } from './adapter-check.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import { shortPath } from './scene.ts'
import type { Shell } from './shell.ts'

/** Prints an adapter in the newest version of the format. Throws `adapter-invalid` where it does not load. */
export async function runMigrate(name: string, shell: Shell): Promise<number> {
  const path = adapterFile(name, shell)
  const text = readAdapterText(path)
  parseAdapter(text, path)
  const parsed = parseJsonc(text)
  const form = parsed.kind === 'value' && isObject(parsed.value) ? migrated(parsed.value) : undefined
  const file = printable(shortPath(machineOf(shell), path))
  if (form === undefined) shell.stderr.write(`${file} is of the newest version of the format already.\n`)
  else
    shell.stderr.write(
      `${file} is in the flat form (version 0); this says the same in version 1. Comments are not carried over.\n`,
    )
  await print(shell, form === undefined ? text : json(form))
  return exit.done
}
