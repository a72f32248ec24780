import { at } from '../../json.ts'
import type { Message } from '../message.ts'
import { laterHeaders, type Mirrored, noteTools, revisionOf } from '../remote/later-era.ts'

/** What is known of the headers that tools want, from the listings that passed by. */
export interface HeaderCheck {
  /**
   * From 2026-07-28 on headers repeat what stands in the body, so that what stands between host and server need not
   * read it; a server must refuse a request whose headers say something else. Gives what disagrees, in words.
   */
  mismatchIn(request: Message, header: (name: string) => string | undefined): string | undefined
  /** Takes note of the tools that an answer lists. */
  note(answer: Message): void
}

export function createHeaderCheck(): HeaderCheck {
  const tools = new Map<string, Mirrored>()
  return {
    mismatchIn(request, header) {
      const value = request.value() ?? {}
      const mirrored = tools.get(String(at(value, 'params.name'))) ?? []
      const expected = laterHeaders(revisionOf(value) ?? '', value, mirrored)
      for (const [name, right] of Object.entries(expected)) {
        const given = header(name.toLowerCase())
        if (given === undefined) return `${name} is missing`
        if (!isSame(decoded(given), decoded(right))) return `${name} says something else than the body`
      }
      return undefined
    },
    note: answer => noteTools(tools, at(answer.value(), 'result.tools')),
  }
}

/** Numbers may be written in several ways. */
function isSame(one: string, other: string): boolean {
  const isNumber = [one, other].every(each => /^-?\d+(?:\.\d+)?$/.test(each))
  return one === other || (isNumber && Number(one) === Number(other))
}

/** What no header can hold as it is comes as `=?base64?…?=`. */
function decoded(value: string): string {
  const base64 = /^=\?base64\?([A-Za-z\d+/]*={0,2})\?=$/.exec(value)?.[1]
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8')
}
