import { isLineBreak, skipComment, skipString, skipTrivia, skipValue } from './jsonc.ts'

export { type Parsed, type Place, parseJsonc, placeOf } from './jsonc.ts'

/** A change of a text: `length` characters at `offset` give way to `content`. */
export interface Edit {
  readonly offset: number
  readonly length: number
  readonly content: string
}

/** The way from the root of a document to a value: names of members and numbers of items. */
export type Path = readonly (string | number)[]

/** Where something stands in a text; `end` is behind its last character. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Applies edits that do not overlap. Their offsets are those of the text as it comes in. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.offset - b.offset)) {
    parts.push(text.slice(at, edit.offset), edit.content)
    at = edit.offset + edit.length
  }
  return parts.join('') + text.slice(at)
}

/**
 * Where the value at a path stands, or undefined where the path leads nowhere.
 * The text must be valid JSON, or JSON with comments and trailing commas. Of a name that stands
 * twice the last one counts, as in `JSON.parse`.
 */
export function valueSpan(text: string, path: Path): Span | undefined {
  return path.length === 0 ? rootSpan(text) : partAt(text, path)?.value
}

/** Where the member at a path stands, from its name to the end of its value; undefined where there is none. */
export function memberSpan(text: string, path: Path): Span | undefined {
  const part = path.length === 0 ? undefined : partAt(text, path)
  return part?.name === undefined ? undefined : { start: part.start, end: part.value.end }
}

/** The text with the value at a path replaced, or undefined where the path leads nowhere. */
export function replaceValue(text: string, path: Path, json: string): string | undefined {
  const span = valueSpan(text, path)
  return span && text.slice(0, span.start) + json + text.slice(span.end)
}

/** The text with one more item at the end of the array at a path, or undefined where no array stands there. */
export function appendToArray(text: string, path: Path, json: string): string | undefined {
  const last = lastPart(text, path)
  const open = last?.open ?? valueSpan(text, path)?.start
  if (open === undefined || text[open] !== '[') return undefined
  return applyEdits(text, insertion(text, last?.value.end ?? open + 1, last !== undefined, json, ''))
}

/** How a member is to be inserted. */
export interface Insert {
  readonly name: string
  /** The member's value, as it is to stand. */
  readonly json: string
  /** The member behind which it goes; the last one where none is named. */
  readonly after?: string
  /** The white space before its name. */
  readonly lead: string
}

/**
 * The text with a member more in the object at a path, or undefined where no object stands there.
 * `removeMember` takes it off again, byte for byte: a comment on the line where it goes stays before it.
 */
export function insertMember(
  text: string,
  path: Path,
  { name, json, after, lead }: Insert,
): string | undefined {
  const object = valueSpan(text, path)
  if (object === undefined || text[object.start] !== '{') return undefined
  const anchor = after === undefined ? lastPart(text, path) : partAt(text, [...path, after])
  const member = `${JSON.stringify(name)}: ${json}`
  return applyEdits(
    text,
    insertion(text, anchor?.value.end ?? object.start + 1, anchor !== undefined, member, lead),
  )
}

/** The text without the member at a path and the one comma that it needed, or undefined where there is none. */
export function removeMember(text: string, path: Path): string | undefined {
  const part = partAt(text, path)
  if (part === undefined || part.name === undefined) return undefined
  const next = skipTrivia(text, part.value.end)
  const before = lastComment(text, part.before, part.start)
  const end = text[next] === ',' && next === part.value.end ? next + 1 : part.value.end
  const from = { offset: before.end, length: end - before.end, content: '' }
  // a line comment must keep the end of its line
  const whole =
    before.isLine && !isLineBreak(text, end)
      ? { ...from, offset: part.start, length: end - part.start }
      : from
  const comma = text[next] === ',' ? next : text[part.before - 1] === ',' ? part.before - 1 : undefined
  const covered = comma === undefined || (comma >= whole.offset && comma < end)
  return applyEdits(text, covered ? [whole] : [whole, { offset: comma, length: 1, content: '' }])
}

/** The white space right before a member's name, or undefined where there is no such member. */
export function leadOf(text: string, path: Path): string | undefined {
  const part = partAt(text, path)
  return part && text.slice(lastComment(text, part.before, part.start).end, part.start)
}

/** One member or item: the container it is in, where the token before it ends, where it begins, and its value. */
interface Part {
  readonly open: number
  readonly name: string | undefined
  readonly before: number
  readonly start: number
  readonly value: Span
}

/** Which members or items a step of a path means. */
type Fits = (name: string | undefined, index: number) => boolean

const any: Fits = () => true

function stepOf(step: string | number): Fits {
  return (name, index) => (name === undefined ? index : name) === step
}

function rootSpan(text: string): Span {
  const start = skipTrivia(text, 0)
  return { start, end: skipValue(text, start) }
}

function partAt(text: string, path: Path): Part | undefined {
  return lastFitting(text, path.map(stepOf))
}

/** The last member or item of the container at a path. */
function lastPart(text: string, path: Path): Part | undefined {
  return lastFitting(text, [...path.map(stepOf), any])
}

/** Of all parts that a way of steps leads to, the last; found in one pass, since results can be large. */
function lastFitting(text: string, steps: readonly Fits[]): Part | undefined {
  let found: Part | undefined
  const walk = (open: number, depth: number): number =>
    eachPart(text, open, (part, index) => {
      const { name, value } = part
      if (!steps[depth]?.(name, index)) return skipValue(text, value.start)
      // a later one of the same name hides what was found in the earlier
      found = undefined
      const isLast = depth === steps.length - 1
      const end = isLast ? skipValue(text, value.start) : walk(value.start, depth + 1)
      if (isLast) found = { ...part, value: { start: value.start, end } }
      return end
    })
  walk(skipTrivia(text, 0), 0)
  return found
}

/**
 * Hands over every member of the object, or item of the array, that opens at `open`; `endOf` says where its value
 * ends. Gives the end of the whole. A scalar has no parts.
 */
function eachPart(text: string, open: number, endOf: (part: Part, index: number) => number): number {
  const isObject = text[open] === '{'
  if (!isObject && text[open] !== '[') return skipValue(text, open)
  let before = open + 1
  for (let index = 0; ; index++) {
    const start = skipTrivia(text, before)
    if (start >= text.length || text[start] === '}' || text[start] === ']') return start + 1
    const nameEnd = isObject ? skipString(text, start) : start
    const name = isObject ? (JSON.parse(text.slice(start, nameEnd)) as string) : undefined
    const valueStart = isObject ? skipTrivia(text, skipTrivia(text, nameEnd) + 1) : start
    const end = endOf({ open, name, before, start, value: { start: valueStart, end: valueStart } }, index)
    const next = skipTrivia(text, end)
    if (text[next] !== ',') return next + 1
    before = next + 1
  }
}

/** The edits that put something behind `anchorEnd`: behind the comments on that line, with the comma on the right side. */
function insertion(
  text: string,
  anchorEnd: number,
  isBehindPart: boolean,
  content: string,
  lead: string,
): Edit[] {
  const next = skipTrivia(text, anchorEnd)
  const hasComma = isBehindPart && text[next] === ','
  const tokenEnd = hasComma ? next + 1 : anchorEnd
  const line = commentsOfLine(text, tokenEnd)
  const at = line.isLine && !/^[\r\n]/.test(lead) ? tokenEnd : line.end
  if (hasComma) return [{ offset: at, length: 0, content: `${lead}${content},` }]
  if (!isBehindPart) return [{ offset: at, length: 0, content: lead + content }]
  if (at === anchorEnd) return [{ offset: at, length: 0, content: `,${lead}${content}` }]
  return [
    { offset: anchorEnd, length: 0, content: ',' },
    { offset: at, length: 0, content: lead + content },
  ]
}

interface CommentEnd {
  readonly end: number
  /** It is one that runs to the end of its line. */
  readonly isLine: boolean
}

function commentsOfLine(text: string, from: number): CommentEnd {
  let found: CommentEnd = { end: from, isLine: false }
  for (let at = from; ; ) {
    while (text[at] === ' ' || text[at] === '\t') at++
    if (text[at] !== '/') return found
    found = { end: skipComment(text, at), isLine: text[at + 1] === '/' }
    at = found.end
  }
}

/** The end of the last comment between two places, or `from` where there is none. */
function lastComment(text: string, from: number, to: number): CommentEnd {
  let found: CommentEnd = { end: from, isLine: false }
  for (let at = from; at < to; ) {
    const isLine = text[at + 1] === '/'
    const end = text[at] === '/' ? skipComment(text, at) : at + 1
    if (text[at] === '/') found = { end, isLine }
    at = end
  }
  return found
}
