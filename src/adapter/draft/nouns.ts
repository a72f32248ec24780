import type { ListedTool } from '../tool.ts'
import { destroyVerbs, readNouns, readVerbs, wordsOf, writeVerbs } from '../words.ts'

/** Words of a tool's name that name neither what it does nor what it does it to. */
const fillers = new Set(
  'a an the all by of for from to in on with and or my your new multiple many id ids open'.split(' '),
)

/**
 * What a tool is about, by its name: the words that are neither verbs nor aspects nor common to all tools, in the
 * singular (`update_task_status`: task; `slack_get_channel_history`: channel).
 */
export function nounsOf(tool: ListedTool, common: ReadonlySet<string> = new Set()): string[] {
  return wordsOf(tool.name)
    .filter(word => !isVerb(word) && !readNouns.has(word) && !fillers.has(word) && !common.has(word))
    .map(singular)
}

/** The words that begin the name of every tool: the server's own name, as a rule. */
export function commonWords(tools: readonly ListedTool[]): ReadonlySet<string> {
  const names = tools.map(tool => wordsOf(tool.name))
  const [first = []] = names
  const length = first.findIndex((word, index) => !names.every(words => words[index] === word))
  return new Set(tools.length > 1 && length > 0 ? first.slice(0, length) : [])
}

/** `entries` → `entry`, `boxes` → `box`, `tasks` → `task`, `status` → `status`. */
export function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss)es$/, '$1')
    .replace(/s$/, '')
}

function isVerb(word: string): boolean {
  return readVerbs.has(word) || writeVerbs.has(word) || destroyVerbs.has(word)
}
