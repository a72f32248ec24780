/** The command line of an entry that starts its server through us, taken apart. */
export interface Launch {
  /** The server's own command and its arguments; none where it is reached by address. */
  readonly server: readonly string[]
  /** Of the words of the command line, where the server's own begin. */
  readonly serverAt: number
  /** The address of a server that is not started but reached. */
  readonly url?: string
}

/**
 * Takes a command line apart that starts a server through us for certain, or gives undefined where it does not: our
 * package by npx and its like, our program by its name, our script by its path in our package; or whatever it is, where
 * what the entry embeds shows that it is ours (`isMarked`).
 */
export function launchIn(words: readonly string[], isMarked: boolean): Launch | undefined {
  const launch = formIn(words)
  return launch !== undefined && (isMarked || startsUs(words, verbIn(words))) ? launch : undefined
}

/**
 * The same of a command line that may start us: it has our name somewhere, or the form of a checkout of ours. A program
 * of another language has our name, too, so that something else must prove it.
 */
export function lookalikeIn(words: readonly string[]): Launch | undefined {
  const before = words.slice(0, verbIn(words))
  const isLike = before.some(namesUs) || checkoutIn(words) !== undefined
  return isLike ? formIn(words) : undefined
}

/**
 * The same of a command line that has the form of ours, whatever it starts. Every form that was ever released is known
 * here: `proxy … -- CMD`, `wrap … -- CMD`, which says the same, and both with `--url URL` in place of the command.
 */
export function formIn(words: readonly string[]): Launch | undefined {
  const verb = verbIn(words)
  if (verb === -1) return undefined
  const dashes = words.indexOf('--', verb)
  if (dashes === -1) return withAddress(words, verb)
  return dashes === words.length - 1 ? undefined : { serverAt: dashes + 1, server: words.slice(dashes + 1) }
}

/** Is it what was left of our own words, with no server behind them? */
export function isRest(words: readonly string[]): boolean {
  const isRunner = runners.test(
    words
      .filter(word => !word.startsWith('-'))
      .map(nameOf)
      .join(' '),
  )
  return isRunner || words.some(word => /^mcpgraphy(@[\w.^~+-]+)?$/.test(nameOf(word)))
}

/** The script of a checkout in a folder of any name, where our option stands right behind the verb. */
export function checkoutIn(words: readonly string[]): string | undefined {
  const verb = verbIn(words)
  const script = words[verb - 1] ?? ''
  const isOne = /(^|[\\/])cli\.[jt]s$/.test(script) && words[verb + 1]?.startsWith('--name') === true
  return isOne ? script : undefined
}

function verbIn(words: readonly string[]): number {
  return words.findIndex((word, index) => index > 0 && (word === 'proxy' || word === 'wrap'))
}

function withAddress(words: readonly string[], verb: number): Launch | undefined {
  const option = words.findIndex((word, index) => index > verb && /^--url(=|$)/.test(word))
  const url = words[option]?.startsWith('--url=') ? words[option].slice('--url='.length) : words[option + 1]
  return option === -1 || url === undefined ? undefined : { serverAt: words.length, server: [], url }
}

function startsUs(words: readonly string[], verb: number): boolean {
  const before = words.slice(isCmd(words) ? 2 : 0, verb)
  const own = before.pop() ?? ''
  const program = before
    .filter(word => !word.startsWith('-'))
    .map(nameOf)
    .join(' ')
  if (program === '') return nameOf(own) === 'mcpgraphy' && words[verb] === 'proxy'
  if (/^mcpgraphy(@[\w.^~+-]+)?$/.test(own)) return runners.test(program)
  return /^(node|bun)\b/.test(program) && /[\\/]mcpgraphy[\\/](dist[\\/]cli\.js|src[\\/]cli\.ts)$/.test(own)
}

/** On Windows a script is started by `cmd /c`. */
function isCmd([program = '', flag = '']: readonly string[]): boolean {
  return nameOf(program) === 'cmd' && /^\/c$/i.test(flag)
}

/** What fetches or finds packages of npm by their name. */
const runners = /^(npx|pnpx|bunx|bun x|npm exec|pnpm (dlx|exec)|yarn( dlx| exec)?|node npx-cli\.js)$/

/** The name of a program without its folder and without what Windows puts behind it. */
function nameOf(word: string): string {
  return (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(cmd|exe|ps1)$/i, '')
}

/** `mcpgraphy`, `mcpgraphy@1.2.3`, `mcpgraphy.cmd`, or a path in a folder of that name. */
function namesUs(word: string): boolean {
  return word.split(/[\\/\s]/).some(part => /^mcpgraphy(@.*|\.cmd|\.js)?$/.test(part))
}
