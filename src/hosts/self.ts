import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject, parseJson } from '../json.ts'

/** This very program, as a host could start it again. */
export interface Self {
  /** The absolute Node and what it is to run; a GUI starts with a bare PATH. */
  readonly words: readonly string[]
  readonly version: string
}

/**
 * How this program was started, in a form that lasts. A checkout is started from what was built, or through its
 * own loader. What npx laid into its cache may be gone tomorrow: then npx is started instead, by absolute path.
 */
export function selfOf(node: string, script: string, version: string): Self {
  const path = existsSync(script) ? realpathSync(script) : script
  const npx = npxOf(node)
  if (isInCache(path) && npx !== undefined)
    return { words: [node, npx, '-y', `mcpgraphy@${version}`], version }
  return { words: [node, ...scriptWords(path)], version }
}

/** Is it a script of this package, wherever that lies? */
export function isOurScript(script: string): boolean {
  try {
    const manifest = join(dirname(realpathSync(script)), '..', 'package.json')
    const parsed = parseJson(readFileSync(manifest, 'utf8'))
    return isObject(parsed) && parsed.name === 'mcpgraphy'
  } catch {
    return false
  }
}

function isInCache(path: string): boolean {
  return /[\\/](_npx|dlx-[^\\/]*|dlx|bunx-[^\\/]*)[\\/]/.test(path)
}

/** npx as a script, beside the Node that runs: npm puts it there on every system. */
function npxOf(node: string): string | undefined {
  const places = [join(dirname(node), '..', 'lib'), dirname(node)]
  return places
    .map(place => join(place, 'node_modules', 'npm', 'bin', 'npx-cli.js'))
    .find(path => existsSync(path))
}

function scriptWords(path: string): string[] {
  if (!path.endsWith('.ts')) return [path]
  const built = join(dirname(path), '..', 'dist', 'cli.js')
  if (existsSync(built)) return [built]
  return ['--import', pathToFileURL(createRequire(path).resolve('tsx')).href, path]
}
