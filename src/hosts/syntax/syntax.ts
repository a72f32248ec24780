import type { Json } from '../../json.ts'
import { applyEdits, type Edit, type Path, type Span } from '../../text-edit.ts'
import type { Document } from './node.ts'

/** A word of a command line: what it means, and how the file has it, where it stands there already. */
export interface Word {
  readonly value: string
  readonly raw?: string
}

/** A member that is to be added to an object. */
export interface Addition {
  readonly name: string
  /** Raw. */
  readonly value: string
  /** The member behind which it goes; the last one where none is named. */
  readonly after?: string
}

/**
 * How the files of one syntax are read and changed. A change is of the text alone: every byte that it is not about
 * stays, and each can be taken back byte for byte. `raw` texts are what stands in the file, escapes and layout as they are.
 * Those that take a path give undefined where it leads nowhere, or where what stands there is not written in one piece.
 */
export interface Syntax {
  readonly id: 'json' | 'toml' | 'yaml'
  /** An entry's own text says all about it, so that it is changed by itself; else the whole file is needed. */
  readonly isLocal: boolean
  /** Nothing is repaired: at the first fault it says where and what. */
  readonly parse: (text: string) => Document
  /** What a raw value means; undefined where it is none. */
  readonly meaning: (raw: string) => Json | undefined
  /** What the value of a raw member means. */
  readonly memberMeaning: (member: string) => Json | undefined
  /** The raw text of a string. */
  readonly text: (value: string) => string

  /** The raw text of an object of strings, in one line. */
  readonly object: (members: Readonly<Record<string, string>>) => string
  /** Is there a member at a path, in one piece or in several? */
  readonly has: (text: string, path: Path) => boolean
  /** Where the value at a path stands. */
  readonly valueSpan: (text: string, path: Path) => Span | undefined
  /** Where the member at a path stands, name and value. */
  readonly memberSpan: (text: string, path: Path) => Span | undefined
  /** Is the member at a path written as a table of its own? Then it is spelled as an empty one. */
  readonly isTable: (text: string, path: Path) => boolean
  /** A raw member with another name and a raw value, as it is written in the place of the one at a path. */
  readonly spell: (text: string, path: Path, name: string, raw: string) => string
  /** Adds a member to the object at a path, so that it looks at home. */
  readonly add: (text: string, at: Path, addition: Addition) => string | undefined
  /** Adds an object with one member, whose value is a string, to the object at a path. */
  readonly addObject: (
    text: string,
    at: Path,
    addition: Omit<Addition, 'value'> & { readonly member: readonly [name: string, value: string] },
  ) => string | undefined
  /** Takes off a member that was added. */
  readonly remove: (text: string, path: Path) => string | undefined
  /** Does the object at a path hold nothing at all, not even a comment? */
  readonly isBlank: (text: string, path: Path) => boolean

  /** A raw list of words with others before its own, in the layout of that list; a new one where there is none. */
  readonly prepend: (list: string | undefined, words: readonly Word[]) => string
  /** The items of a raw list, from the one with this number on. */
  readonly items: (list: string, from: number) => Required<Word>[]
  /** What a raw value begins with beside an item of a list that means the same. */
  readonly prefix: string
}

/** The syntax of a file; what reads it is loaded when a file needs it. */
export async function loadSyntax(id: Syntax['id']): Promise<Syntax> {
  switch (id) {
    case 'json':
      return (await import('./json.ts')).json
    case 'toml':
      return (await import('./toml.ts')).toml
    case 'yaml':
      return (await import('./yaml.ts')).yaml
  }
}

/** The raw value at a path. */
export function rawValue({ valueSpan }: Syntax, text: string, path: Path): string | undefined {
  const span = valueSpan(text, path)
  return span && text.slice(span.start, span.end)
}

/** The text with values replaced; one that is not there is left out. */
export function replaceValues(
  { valueSpan }: Syntax,
  text: string,
  values: readonly (readonly [path: Path, raw: string])[],
): string {
  return applyEdits(
    text,
    values.flatMap(([path, raw]) => editOf(valueSpan(text, path), raw)),
  )
}

/** The raw member at a path, name and value. */
export function rawMember({ memberSpan }: Syntax, text: string, path: Path): string | undefined {
  const span = memberSpan(text, path)
  return span && text.slice(span.start, span.end)
}

/** The text with other raw members in the place of those at these paths; one that is not there is left out. */
export function replaceMembers(
  { memberSpan }: Syntax,
  text: string,
  members: readonly (readonly [path: Path, raw: string])[],
): string {
  return applyEdits(
    text,
    members.flatMap(([path, raw]) => editOf(memberSpan(text, path), raw)),
  )
}

function editOf(span: Span | undefined, content: string): Edit[] {
  return span === undefined ? [] : [{ offset: span.start, length: span.end - span.start, content }]
}
