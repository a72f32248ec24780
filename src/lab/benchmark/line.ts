/** What a reader takes from one line of guidance: `mcpgraphy [status=DRAFT] ok: run_tests -> tests_passed becomes true | no: publish_release`. */
export interface Line {
  /** The text between the brackets: the state that the line is about. */
  readonly state: string
  /** What works from here, each with what it changes as the line says it. */
  readonly ok: readonly { readonly move: string; readonly effect: string }[]
  /** What worked and failed from here. */
  readonly unsure: readonly string[]
  readonly no: readonly string[]
  /** Ways, by what they lead to; of no moves: no way is known. */
  readonly routes: readonly { readonly to: string; readonly moves: readonly string[] }[]
}

/** Reads a line, as a model would: only what it says, nothing of what is behind it. undefined: it is no such line. */
export function readLine(text: string): Line | undefined {
  const found = /^mcpgraphy \[(.*?)\] (.*)$/.exec(text)
  if (found === null) return undefined
  const line = { state: found[1] ?? '', ok: [], unsure: [], no: [], routes: [] } as Mutable
  for (const part of (found[2] ?? '').split(' | ')) {
    const [title = '', rest = ''] = apart(part, ': ')
    if (title === 'ok' || title === 'needs approval') line.ok.push(...items(rest).map(okIn))
    else if (title === 'unsure') line.unsure.push(...items(rest))
    else if (title === 'no') line.no.push(...items(rest))
    else if (title.startsWith('to '))
      line.routes.push({ to: title.slice(3), moves: rest === noWay ? [] : rest.split(', ').map(plain) })
  }
  return line
}

/** What stands for a route where there is none. */
export const noWay = 'no way is known'

type Mutable = {
  -readonly [key in keyof Line]: Line[key] extends readonly (infer Item)[] ? Item[] : Line[key]
}

/** Does a move of the agent go by this name in a line: the tool, or the tool with its arguments? */
export function isMeant(name: string, move: { readonly tool: string; readonly label: string }): boolean {
  return name === move.label || name === move.tool
}

/** Some moves are told with their arguments, which may hold a comma: those stand in parentheses. */
function items(text: string): string[] {
  return text
    .split('; ')
    .filter(each => !/^\d+ more$/.test(each))
    .map(plain)
}

/** `move_file (as source)` is the tool move_file. */
function plain(name: string): string {
  return name
    .replace(/ \(as \w+\)/, '')
    .replace(/ \(needs approval\)$/, '')
    .trim()
}

function okIn(text: string): { move: string; effect: string } {
  const [move = '', effect = ''] = apart(text, ' -> ')
  return { move: plain(move), effect }
}

function apart(text: string, by: string): [string, string] {
  const at = text.indexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)]
}
