import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isObject, type Json } from '../json.ts'
import { parseJsonc } from '../text-edit.ts'
import type { Host } from './table.ts'

/**
 * Why an administrator's policy forbids to wrap a host's servers, or undefined where none does. Where commands are
 * listed, a wrapped entry would no longer be allowed, or would slip past what is denied: neither is ours to decide.
 * `root` is where the file system begins; a test puts it elsewhere.
 */
export function forbiddenBy(host: Host, platform: NodeJS.Platform, root = ''): string | undefined {
  const files = (host.managed?.[platform] ?? [])
    .map(file => join(root, file))
    .filter(file => existsSync(file))
  return files.map(file => policyIn(host, file)).find(why => why !== undefined)
}

function policyIn(host: Host, file: string): string | undefined {
  if (basename(file) === 'managed-mcp.json') {
    return `an administrator chose the servers of ${host.name} (${file}), and others are not started`
  }
  const settings = contentOf(file)
  if (settings === undefined) return `an administrator's policy for ${host.name} cannot be read (${file})`
  if (!listsCommands(settings.allowedMcpServers) && !listsCommands(settings.deniedMcpServers))
    return undefined
  return `an administrator's policy for ${host.name} names the commands that may be started (${file})`
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
