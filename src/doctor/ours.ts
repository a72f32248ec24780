import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { isObject, parseJson } from '../json.ts'

/** Does a path lie in what npx and its like keep for a while only? */
export function isInCache(path: string): boolean {
  return /[\\/](_npx|dlx-[^\\/]*|dlx|bunx-[^\\/]*)[\\/]/.test(path)
}

/** The script of ours that the words of an entry start by its path; undefined where they start us by name. */
export function scriptIn(words: readonly string[]): string | undefined {
  return words.find(each => isAbsolute(each) && /\.[cm]?[jt]s$/.test(each) && !/npx-cli\.js$/.test(each))
}

/** The version of us that the words of an entry start, where they tell. */
export function versionIn(words: readonly string[]): string | undefined {
  const named = words.flatMap(each => /^mcpgraphy@(\d[\w.+-]*)$/.exec(each)?.[1] ?? [])[0]
  const script = scriptIn(words)
  return named ?? (script === undefined ? undefined : versionBeside(script))
}

/** What the package.json above a script says, if it is ours. */
function versionBeside(script: string): string | undefined {
  try {
    const manifest = parseJson(readFileSync(join(dirname(realpathSync(script)), '../package.json'), 'utf8'))
    if (!isObject(manifest) || manifest.name !== 'mcpgraphy') return undefined
    return typeof manifest.version === 'string' ? manifest.version : undefined
  } catch {
    return undefined
  }
}

/** Is a script that an entry names still there? */
export function isThere(script: string): boolean {
  return existsSync(script)
}
