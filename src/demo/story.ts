/** What an agent does in one scene, what the audience is told, and what has to happen for the story to be true. */
export interface Scene {
  /** What the agent is up to, said before the call. */
  readonly says: string
  readonly tool: string
  /** Arguments; names of files stand for files in the folder of the demo. */
  args(file: (name: string) => string): Readonly<Record<string, unknown>>
  /** The arguments in short. */
  readonly about: string
  /** What must come of it: the server did it or failed, or mcpgraphy noted, refused or held it. */
  readonly outcome: 'works' | 'fails' | 'fails-noted' | 'refused' | 'held' | 'answered'
  /** What there is to see in the answer, said after it. */
  readonly moral: string
}

export interface Act {
  readonly title: string
  readonly mode: 'warn' | 'block'
  readonly scenes: readonly Scene[]
}

const edit = (name: string, oldText: string, newText: string) => ({
  tool: 'edit_file',
  args: (file: (name: string) => string) => ({ path: file(name), edits: [{ oldText, newText }] }),
})

const move = (from: string, to: string) => ({
  tool: 'move_file',
  about: `${from} to ${to}`,
  args: (file: (name: string) => string) => ({ source: file(from), destination: file(to) }),
})

/** The file that the folder holds when the curtain rises. */
export const opening = { name: 'notes.md', text: '# Notes\n\nThe launch is on Monday.\n' } as const

/**
 * The two acts: a naive agent works on a real filesystem server, first with mcpgraphy watching, then with what it
 * learned standing in the way of the same mistakes.
 */
export const acts: readonly Act[] = [
  {
    title: 'Act 1: a naive agent at work, and mcpgraphy in warn mode: every call goes through',
    mode: 'warn',
    scenes: [
      {
        says: 'The agent edits a draft that it believes is there.',
        ...edit('draft.md', 'old', 'new'),
        about: 'draft.md',
        outcome: 'fails',
        moral:
          'The file does not exist. mcpgraphy had looked before the call, so it knows from which state it failed.',
      },
      {
        says: 'It tries another one that is not there.',
        ...edit('report.md', 'old', 'new'),
        about: 'report.md',
        outcome: 'fails-noted',
        moral:
          'One failure, whose own words name the reason, was enough for a note on another file in the same state.',
      },
      {
        says: 'It moves the draft that is not there.',
        ...move('draft.md', 'archive.md'),
        outcome: 'fails',
        moral: 'Another tool, the same state: learned as well.',
      },
      {
        says: 'At last it looks at a file that exists.',
        tool: 'read_text_file',
        args: file => ({ path: file(opening.name) }),
        about: opening.name,
        outcome: 'works',
        moral: 'Reading changes nothing; the state is noted.',
      },
      {
        says: 'It edits that file, with a text that does not stand in it.',
        ...edit(opening.name, 'The launch is on Friday.', 'The launch is on Tuesday.'),
        about: `${opening.name}, wrong text`,
        outcome: 'fails',
        moral: 'The fault lies in the arguments, not in the file: nothing is held against files that exist.',
      },
      {
        says: 'It edits it right.',
        ...edit(opening.name, 'The launch is on Monday.', 'The launch is on Tuesday.'),
        about: opening.name,
        outcome: 'works',
        moral: 'So an existing file can be edited: observed, once.',
      },
      {
        says: 'And it moves it.',
        ...move(opening.name, 'final.md'),
        outcome: 'works',
        moral: 'Seven calls, and mcpgraphy added none but its readings.',
      },
    ],
  },
  {
    title: 'Act 2: the proxy starts again in block mode, with what it learned',
    mode: 'block',
    scenes: [
      {
        says: 'The agent makes its first mistake again.',
        ...edit('draft.md', 'old', 'new'),
        about: 'draft.md',
        outcome: 'refused',
        moral: 'Refused before the server saw it, with the evidence.',
      },
      {
        says: 'And the other one.',
        ...move('draft.md', 'archive.md'),
        outcome: 'refused',
        moral: 'Refused as well.',
      },
      {
        says: 'Now an edit that is right.',
        ...edit('final.md', 'Tuesday', 'Wednesday'),
        about: 'final.md',
        outcome: 'works',
        moral: 'What works goes through.',
      },
      {
        says: 'And a move that would work, and that can overwrite a file.',
        ...move('final.md', 'notes.md'),
        outcome: 'held',
        moral: 'That it worked before is no permission: it waits for a person.',
      },
      {
        says: 'The agent asks what it can do with the file now.',
        tool: 'mcpgraphy_affordances',
        args: file => ({ resource_ref: `file:${file('final.md')}` }),
        about: 'final.md',
        outcome: 'answered',
        moral: 'What was never tried is unknown, and said to be: not safe, not unsafe.',
      },
    ],
  },
]
