import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { DraftNote } from './notes.ts'

/** A drafted adapter as the text of its file: above each line that was decided its reason, and how far to trust it. */
export function commented(adapter: JsonObject, notes: readonly DraftNote[]): string {
  const byPath = new Map<string, string[]>()
  for (const { path, why, confidence } of placed(notes, adapter)) {
    byPath.set(path, [...(byPath.get(path) ?? []), `// ${confidence}: ${oneLine(why)}`])
  }
  const left = placed(notes, adapter).filter(({ path }) => path.startsWith('resources ('))
  const head = left.map(
    ({ path, why }) => `// ${oneLine(path.replace(/^resources \((.*)\)$/, '$1'))}: ${oneLine(why)}\n`,
  )
  return `${head.join('')}${written(adapter, '', '', { lines: byPath, around: aroundOf(byPath.keys()), within: childrenOf(byPath.keys()) })}\n`
}

/** Notes by the path of what they are about: `resources (task)` is an item of `resources`, where there is one. */
export function placed(notes: readonly DraftNote[], adapter: JsonObject | null): DraftNote[] {
  const resources = adapter !== null && Array.isArray(adapter.resources) ? adapter.resources : []
  const classes = resources.map(each => (isObject(each) ? each.resource_class : undefined))
  return notes.map(note => {
    const [whole, name, rest] = /^resources \((.*?)\)(\..*)?$/.exec(note.path) ?? []
    const index = whole === undefined ? -1 : classes.indexOf(name ?? '')
    return index === -1 || rest === undefined ? note : { ...note, path: `resources[${index}]${rest}` }
  })
}

interface Notes {
  readonly lines: ReadonlyMap<string, readonly string[]>
  /** The paths that have notes within. */
  readonly around: ReadonlySet<string>
  /** The paths with notes, by that of the object around. */
  readonly within: ReadonlyMap<string, readonly string[]>
}

function childrenOf(paths: Iterable<string>): Map<string, string[]> {
  const within = new Map<string, string[]>()
  for (const path of paths) within.set(parentOf(path), [...(within.get(parentOf(path)) ?? []), path])
  return within
}

function written(value: Json, path: string, indent: string, notes: Notes): string {
  const inner = `${indent}  `
  if (Array.isArray(value) && hasNotesWithin(path, notes)) {
    const items = value.map((each, index) => {
      const at = path === 'approval_required' ? `${path}.${each}` : `${path}[${index}]`
      return `${above(at, inner, notes)}${inner}${written(each, at, inner, notes)}`
    })
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`
  }
  if (!isObject(value) || !hasNotesWithin(path, notes))
    return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
  const members = Object.entries(value).map(([key, each]) => {
    const at = path === '' ? key : `${path}.${key}`
    return `${above(at, inner, notes)}${inner}${JSON.stringify(key)}: ${written(each, at, inner, notes)}`
  })
  // what was left out has its reason where it would stand
  const known = new Set(Object.keys(value).map(key => `${path}.${key}`))
  const absent = (notes.within.get(path) ?? []).filter(at => !known.has(at))
  const reasons = absent.flatMap(at =>
    (notes.lines.get(at) ?? []).map(
      line => `\n${inner}${line.replace('// ', `// ${at.slice(path.length + 1)}, `)}`,
    ),
  )
  return `{\n${members.join(',\n')}${reasons.join('')}\n${indent}}`
}

function above(at: string, indent: string, notes: Notes): string {
  return (notes.lines.get(at) ?? []).map(line => `${indent}${line}\n`).join('')
}

function hasNotesWithin(path: string, notes: Notes): boolean {
  return notes.around.has(path)
}

/** Every path that has a note at it or within it. */
function aroundOf(paths: Iterable<string>): ReadonlySet<string> {
  const around = new Set<string>([''])
  for (const path of paths) {
    for (const { index } of path.matchAll(/[.[]/g)) around.add(path.slice(0, index))
  }
  return around
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'))
}

/** Names and words come from a server: nothing in them may end a comment. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 300)
}
