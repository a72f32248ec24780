/** What happened, and what the user can do now. */
interface Words {
  readonly what: string
  readonly now: string
}

/** Facts that a problem's words may use. */
type Facts = Readonly<Record<string, string | number | undefined>>

/**
 * Every problem that stops us, by its code: one sentence for what happened, one for what to do.
 * All texts live here, so that they can be read, compared and improved in one place.
 */
const texts = {
  'usage': f => ({ what: `${f.what}.`, now: `${f.now ?? 'See mcpgraphy --help.'}` }),

  // the server behind the proxy
  'no-command': () => ({
    what: 'No server command was given.',
    now: 'Put it behind two dashes: mcpgraphy proxy --name files -- npx -y @modelcontextprotocol/server-filesystem .',
  }),
  'server-not-found': f => ({
    what: `The server's command does not exist: ${f.command}.`,
    now: 'Check its spelling, or give its absolute path: a host often starts with a shorter PATH than your terminal.',
  }),
  'server-not-started': f => ({
    what: `The server could not be started: ${f.command}: ${f.reason}.`,
    now: 'Run the command by itself in a terminal to see what it says.',
  }),
  'server-silent': f => ({
    what: `The server did not answer ${f.method} within ${f.seconds} s.`,
    now: 'Run its command by itself in a terminal to see what it says.',
  }),
  'server-refused': f => ({
    what: `The server answered ${f.method} with an error: ${f.reason}.`,
    now: 'Run its command by itself in a terminal to see what it says.',
  }),
} satisfies Record<string, (facts: Facts) => Words>

export type ProblemCode = keyof typeof texts

/** What stops us, told so that the reader knows what happened and what to do now. */
export class Problem extends Error {
  readonly code: ProblemCode
  /** What the user can do now: one sentence. */
  readonly now: string

  constructor(code: ProblemCode, facts: Facts = {}, options: { cause?: unknown } = {}) {
    const words = texts[code](facts)
    super(words.what, options)
    this.name = 'Problem'
    this.code = code
    this.now = words.now
  }
}

/** A thrown value in one line, for a message that quotes it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
