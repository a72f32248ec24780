import type { Json } from './json.ts'

/** What a text with JSON holds, or where it stops being JSON. */
export type Parsed = { readonly kind: 'value'; readonly value: Json } | ({ readonly kind: 'broken' } & Place)

/** A place in a text as editors count: both from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Reads JSON that people write: comments, trailing commas and a byte order mark are allowed. */
export function parseJsonc(text: string): Parsed {
  const body = text.replace(/^\uFEFF/, '')
  try {
    return { kind: 'value', value: JSON.parse(body) as Json }
  } catch {
    const fault = faultIn(body)
    if (fault !== undefined) return { kind: 'broken', ...placeOf(body, fault) }
    return { kind: 'value', value: JSON.parse(withoutExtras(body)) as Json }
  }
}

/** Line and column of an offset; CR, LF and CRLF each end one line. */
export function placeOf(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** The end of the value that begins at `at`, in a text that is known to be valid. */
export function skipValue(text: string, at: number): number {
  const first = text[at]
  if (first === '"') return skipString(text, at)
  if (first === '{' || first === '[') return skipNested(text, at)
  let end = at
  while (end < text.length && !/[\s,\]}/]/.test(text[end]!)) end++
  return end
}

const codes = {
  quote: 34,
  comma: 44,
  slash: 47,
  openList: 91,
  backslash: 92,
  closeList: 93,
  open: 123,
  close: 125,
}

function skipNested(text: string, at: number): number {
  let depth = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === codes.quote) at = skipString(text, at)
    else if (code === codes.slash) at = skipComment(text, at)
    else {
      at++
      if (code === codes.open || code === codes.openList) depth++
      else if ((code === codes.close || code === codes.closeList) && --depth === 0) return at
    }
  }
  return at
}

/** The end of the string whose quote stands at `at`; by native search, since results hold megabytes in one string. */
export function skipString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === codes.backslash) first--
    if ((end - first) % 2 === 0) return end + 1
  }
  return text.length
}

/** The next place that holds neither white space nor a comment. */
export function skipTrivia(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 32 || code === 10 || code === 13 || code === 9) at++
    else if (code === codes.slash) at = skipComment(text, at)
    else return at
  }
}

/** The end of the comment that begins at `at`; a line comment ends before its line break. */
export function skipComment(text: string, at: number): number {
  if (text[at + 1] === '*') {
    const end = text.indexOf('*/', at + 2)
    return end === -1 ? text.length : end + 2
  }
  let end = at + 1
  while (end < text.length && !isLineBreak(text, end)) end++
  return end
}

/** Does a line end here? CR alone counts, as it does for hosts. */
export function isLineBreak(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r'
}

/** The text with comments and trailing commas turned into spaces. */
function withoutExtras(text: string): string {
  const extras = /"[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g
  const bare = text.replace(extras, token => (token[0] === '"' ? token : ' '.repeat(token.length)))
  return bare.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|,(?=\s*[\]}])/g, token => (token === ',' ? ' ' : token))
}

/** Where a text stops being JSON with comments and trailing commas, or undefined where it is. */
function faultIn(text: string): number | undefined {
  const end = checkedValue(text, blank(text, 0))
  if (end < 0) return -1 - end
  const rest = blank(text, end)
  return rest < text.length ? rest : undefined
}

const scalar =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** The end of the value that begins at `at`; a fault at f is given as the negative number -1 - f. */
function checkedValue(text: string, at: number): number {
  if (text[at] === '{' || text[at] === '[') return checkedNest(text, at)
  scalar.lastIndex = at
  return scalar.test(text) ? scalar.lastIndex : -1 - at
}

function checkedNest(text: string, open: number): number {
  const isObject = text[open] === '{'
  const close = isObject ? '}' : ']'
  let at = blank(text, open + 1)
  while (text[at] !== close) {
    if (isObject) {
      const nameEnd = text[at] === '"' ? checkedValue(text, at) : -1 - at
      if (nameEnd < 0) return nameEnd
      const colon = blank(text, nameEnd)
      if (text[colon] !== ':') return -1 - colon
      at = blank(text, colon + 1)
    }
    const end = checkedValue(text, at)
    if (end < 0) return end
    at = blank(text, end)
    if (text[at] === ',') at = blank(text, at + 1)
    else if (text[at] !== close) return -1 - at
  }
  return at + 1
}

/** Like skipTrivia, but stops at a lone slash and at a comment that never ends. */
function blank(text: string, at: number): number {
  for (;;) {
    while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++
    const opens =
      text[at] === '/' && (text[at + 1] === '/' || (text[at + 1] === '*' && text.includes('*/', at + 2)))
    if (!opens) return at
    at = skipComment(text, at)
  }
}
