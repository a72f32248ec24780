import { Problem } from '../problem.ts'
import { parseJsonc } from '../text-edit.ts'
import type { Self } from './self.ts'

/** What a host starts so that the proxy runs; `proxy --name …` follows. */
export interface Launcher {
  readonly words: readonly string[]
  /** Why this one, for the preview. */
  readonly why: string
}

/** What the choice depends on. */
export interface LauncherWish {
  /** The file is committed and shared: nothing of this machine may stand in it. */
  readonly shared: boolean
  readonly platform: NodeJS.Platform
  readonly self: Self
  /** The project lists mcpgraphy among its own dependencies. */
  readonly isDependency: boolean
  /** What the user wants instead, as one would type it. */
  readonly override: string | undefined
}

/** Chooses what a host starts. Throws the Problem `usage` where the user's own choice is empty. */
export function launcherFor({ shared, platform, self, isDependency, override }: LauncherWish): Launcher {
  if (override !== undefined) return { words: wordsIn(override), why: 'as you asked' }
  if (!shared)
    return { words: self.words, why: 'this program by its full path, since an app starts with a bare PATH' }
  const npx = platform === 'win32' ? ['cmd', '/c', 'npx', '-y'] : ['npx', '-y']
  if (isDependency) return { words: [...npx, 'mcpgraphy'], why: 'the version that the project depends on' }
  return { words: [...npx, `mcpgraphy@${self.version}`], why: 'the same for everybody who shares this file' }
}

/** A command line as one types it, with quotes; or a JSON list of words. */
function wordsIn(text: string): string[] {
  const list = text.trim().startsWith('[') ? parseJsonc(text) : undefined
  if (list?.kind === 'value' && Array.isArray(list.value)) return checked(list.value.map(String))
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  return checked(words.map(word => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2')))
}

function checked(words: string[]): string[] {
  if (words.length > 0 && words[0] !== '') return words
  throw new Problem('usage', {
    what: 'The launcher is empty',
    now: 'Give the command that starts mcpgraphy: --launcher "node /opt/mcpgraphy/dist/cli.js"',
  })
}
