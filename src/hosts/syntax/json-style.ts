import { leadOf, type Path, valueSpan } from '../../text-edit.ts'

/** How an entry is laid out, so that what is added to it looks at home. */
export interface Style {
  /** What stands before each member: a line break with its indentation, a space, or nothing. */
  readonly lead: string
  /** What stands before the closing brace of a nested object or array that goes over several lines. */
  readonly isTall: boolean
  /** One step of indentation. */
  readonly unit: string
}

/** The style of an entry's text, taken from its last member, since the first often stands beside the brace. */
export function styleOf(text: string, names: readonly string[]): Style {
  const last = names.at(-1)
  const lead = last === undefined ? '' : lineLead(leadOf(text, [last]) ?? '')
  const isTall = /[\r\n]/.test(lead)
  const closing = indentOf(lineLead(/\s*(?=\}$)/.exec(text)?.[0] ?? ''))
  const indent = indentOf(lead)
  const unit = isTall && indent.startsWith(closing) ? indent.slice(closing.length) : ''
  if (isTall) return { lead, isTall, unit: unit || (indent.includes('\t') ? '\t' : '  ') }
  return { lead: names.length > 1 ? lead : lead || (/":\s/.test(text) ? ' ' : ''), isTall, unit: '' }
}

/** What is to stand before a member that is added to an object at a path, which has members with these names or none. */
export function leadFor(text: string, at: Path, names: readonly string[], style: Style): string {
  const last = names.at(-1)
  if (last !== undefined) {
    const lead = lineLead(leadOf(text, [...at, last]) ?? '')
    return lead === '' && names.length === 1 ? ' ' : lead
  }
  const span = valueSpan(text, at)
  const inner = span === undefined ? '' : text.slice(span.start + 1, span.end - 1)
  if (/[\r\n]/.test(inner)) return lineLead(/[\r\n]*[ \t]*$/.exec(inner)?.[0] ?? '') + (style.unit || '  ')
  return inner.startsWith(' ') ? ' ' : ''
}

/** Several texts as one nested object or array: on lines of their own where the entry goes over lines, else in a row. */
export function nested(open: string, parts: readonly string[], close: string, style: Style): string {
  if (!style.isTall) return `${open} ${parts.join(', ')} ${close}`
  return `${open}${parts.map(part => style.lead + style.unit + part).join(',')}${style.lead}${close}`
}

/** Of white space, the last line break and what follows it; all of it where it has no line break. */
function lineLead(space: string): string {
  return /(?:\r\n|\r|\n)[ \t]*$/.exec(space)?.[0] ?? space
}

function indentOf(lead: string): string {
  return lead.replace(/[\r\n]/g, '')
}
