import { serversInCode } from '../hosts/seen/code.ts'
import { serversElsewhere } from '../hosts/seen/elsewhere.ts'
import type { Seen } from '../hosts/seen/seen.ts'
import type { Json } from '../json.ts'
import { projectRoot } from '../project/paths.ts'
import { printable } from './print.ts'
import { type Scene, type SceneOptions, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { version } from './version.ts'
import { inkOf } from './words.ts'

/** What is there and is not changed, as far as a command's options ask for it: in code for the project, the rest for the user. */
export function lookBeside(scene: Scene, { scope, host = [], config = [] }: SceneOptions): Seen[] {
  if (host.length > 0 || config.length > 0) return []
  const root = projectRoot(scene.machine)
  // a home folder is no project
  const isProject = scope !== 'user' && root !== scene.machine.home
  const inCode = isProject ? serversInCode(root, version()) : []
  return [...inCode, ...(scope === 'project' ? [] : serversElsewhere(scene.machine))]
}

/** The same for people. */
export function seenInWords(shell: Shell, scene: Scene, seen: readonly Seen[]): string {
  if (seen.length === 0) return ''
  const lines = seen.map(({ path, line, what, now }) => {
    const place = `${printable(shortPath(scene.machine, path))}${line === undefined ? '' : `:${line}`}`
    return `  ${place}: ${printable(what)}\n    ${printable(now, 400)}\n`
  })
  return `${inkOf(shell).name('Seen, and not changed')}\n${lines.join('')}`
}

/** The same for programs. */
export function seenAsJson(seen: readonly Seen[]): Json {
  return seen.map(({ kind, path, line, what, now }) => ({ kind, path, line: line ?? null, what, now }))
}
