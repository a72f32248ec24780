import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isObject, type Json } from '../json.ts'
import { parseJsonc } from '../text-edit.ts'
import type { Host } from './table.ts'

/**
 * Why an administrator's policy forbids to wrap a host's servers, or undefined where none does. Where commands are
 * listed, a wrapped entry would no longer be allowed, or would slip past what is denied: neither is ours to decide.
 * `own` are settings of the user and the project, in which such lists may stand as well; what else is wrong with them is
 * not ours to say. `root` is where the file system begins; a test puts it elsewhere.
 */
export function forbiddenBy(
  host: Host,
  platform: NodeJS.Platform,
  { root = '', own = [] }: { readonly root?: string; readonly own?: readonly string[] } = {},
): string | undefined {
  const managed = (host.managed?.[platform] ?? []).map(file => join(root, file)).flatMap(withFragments)
  const byOthers = managed.filter(file => existsSync(file)).map(file => policyIn(host, file))
  return [...byOthers, ...own.map(file => ownListIn(host, file))].find(why => why !== undefined)
}

/** `managed-settings.json` and the `*.json` of `managed-settings.d` beside it; hidden ones do not count. */
function withFragments(file: string): string[] {
  const folder = file.replace(/\.json$/, '.d')
  try {
    const names = readdirSync(folder).filter(name => name.endsWith('.json') && !name.startsWith('.'))
    return [file, ...names.sort().map(name => join(folder, name))]
  } catch {
    return [file]
  }
}

function policyIn(host: Host, file: string): string | undefined {
  if (basename(file) === 'managed-mcp.json') {
    return `an administrator chose the servers of ${host.name} (${file}), and others are not started`
  }
  const settings = contentOf(file)
  if (settings === undefined) return `an administrator's policy for ${host.name} cannot be read (${file})`
  if (!limitsCommands(settings)) return undefined
  return `an administrator's policy for ${host.name} names the commands that may be started (${file})`
}

function ownListIn(host: Host, file: string): string | undefined {
  const settings = contentOf(file)
  if (settings === undefined || !limitsCommands(settings)) return undefined
  return `the settings of ${host.name} name the commands that may be started (${file})`
}

function limitsCommands({ allowedMcpServers, deniedMcpServers }: { readonly [key: string]: Json }): boolean {
  return listsCommands(allowedMcpServers) || listsCommands(deniedMcpServers)
}

function contentOf(file: string): { readonly [key: string]: Json } | undefined {
  try {
    const parsed = parseJsonc(readFileSync(file, 'utf8'))
    return parsed.kind === 'value' && isObject(parsed.value) ? parsed.value : undefined
  } catch {
    return undefined
  }
}

/** A list by name or address alone says nothing of commands, and names never change. */
function listsCommands(list: Json | undefined): boolean {
  return Array.isArray(list) && list.some(each => isObject(each) && each.serverCommand !== undefined)
}
