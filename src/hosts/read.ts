import { parseJson } from '../json.ts'
import { Problem } from '../problem.ts'
import { type Path, placeOf } from '../text-edit.ts'
import { type Content, readContent } from './bytes.ts'
import type { Found } from './discover.ts'
import { type Entry, entryOf } from './entry.ts'
import { type Document, memberOf, membersOf, type Node, piecesOf, twice } from './syntax/node.ts'
import { loadSyntax, type Syntax } from './syntax/syntax.ts'
import { type ItemStep, knownMaps, type Step } from './table.ts'

/** One server as a file holds it. */
export interface ServerEntry {
  readonly name: string
  /** From the root of the file to the entry. */
  readonly at: Path
  /** The raw text of what says how it is started; in several pieces where the file has it so. */
  readonly text: string
  /** The same as it stands in the file. */
  readonly node: Node
  readonly entry: Entry
}

/** A file with servers, read and understood. */
export interface Config extends Found, Content {
  readonly syntax: Syntax
  readonly servers: readonly ServerEntry[]
  /** What a user should know about the file although it can be edited. */
  readonly remarks: readonly string[]
}

/** What came of reading a file. `nothing`: it can be read and has no servers; `refused`: it must not be touched. */
export type Reading =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'nothing'; readonly found: Found; readonly why: string }
  | { readonly kind: 'refused'; readonly found: Found; readonly problem: Problem }

/** Reads the file that was found. What is wrong with it is a value: one bad file never stops the others. */
export async function readConfig(found: Found): Promise<Reading> {
  try {
    return readText(found, readContent(found.path), await loadSyntax(found.file.syntax ?? 'json'))
  } catch (problem) {
    if (problem instanceof Problem) return { kind: 'refused', found, problem }
    throw problem
  }
}

/** The same from a content that is already there. Throws Problems. */
export function readText(found: Found, content: Content, syntax: Syntax): Reading {
  const { text } = content
  const root = rootOf(syntax.parse(text), found, text)
  if (root === undefined) return { kind: 'nothing', found, why: 'it is empty' }
  const maps = mapsIn(root, found, text)
  if (maps.length === 0) return { kind: 'nothing', found, why: noMapIn(root, found) }
  const servers = maps.flatMap(map => serversIn(map, found, text, syntax))
  if (servers.length === 0) return { kind: 'nothing', found, why: 'it has no servers' }
  const remarks = remarksOn(found, content)
  return { kind: 'config', config: { ...found, ...content, syntax, servers, remarks } }
}

function rootOf(document: Document, found: Found, text: string): Node | undefined {
  const file = found.path
  if (document.kind === 'blank') {
    if (text.trim() === '') return undefined
    throw new Problem('config-shape', { file, where: 'the file', what: 'only comments', line: 1, column: 1 })
  }
  if (document.kind === 'broken') {
    throw new Problem('config-broken', {
      file,
      line: document.line,
      column: document.column,
      why: document.why,
    })
  }
  mustBe('object', document.root, 'the file', found, text)
  return document.root
}

interface ServerMap {
  readonly map: Node
  readonly at: Path
  /** The member that holds a server's name, where they stand in a list. */
  readonly namedBy?: string
}

function mapsIn(root: Node, found: Found, text: string): ServerMap[] {
  const known =
    found.host.id === 'other' ? knownMaps.find(name => memberOf(root, name) !== undefined) : undefined
  const ways = [known === undefined ? found.file.servers : [known], ...(found.file.alsoServers ?? [])]
  const maps = ways.flatMap(steps => follow(root, steps, [], found, text))
  return maps.length === 0 && found.file.flat && looksFlat(root) ? [{ map: root, at: [] }] : maps
}

/** Goes along the steps to the server maps; a step that stands twice is refused, one that is missing ends the way. */
function follow(node: Node, steps: readonly Step[], at: Path, found: Found, text: string): ServerMap[] {
  const [step, ...rest] = steps
  const where = at.length === 0 ? 'the file' : at.join('.')
  if (typeof step === 'object' && 'namedBy' in step) return [listAt(node, step, at, where, found, text)]
  mustBe('object', node, where, found, text)
  if (step === undefined) return [{ map: node, at }]
  const fitting = membersOf(node).filter(({ name }) => typeof step !== 'string' || name === step)
  if (typeof step === 'string' && fitting[1] !== undefined) throw doubled(found, text, step, fitting[1].key)
  return fitting.flatMap(({ name, value }) => follow(value, rest, [...at, name], found, text))
}

function listAt(
  map: Node,
  { namedBy }: ItemStep,
  at: Path,
  where: string,
  found: Found,
  text: string,
): ServerMap {
  mustBe('array', map, where, found, text)
  return { map, at, namedBy }
}

/** Servers right at the root: every member is an object that starts or reaches something. */
function looksFlat(root: Node): boolean {
  const members = membersOf(root)
  return (
    members.length > 0 && members.every(({ value }) => memberOf(value, 'command') ?? memberOf(value, 'url'))
  )
}

function serversIn(
  { map, at, namedBy }: ServerMap,
  found: Found,
  text: string,
  syntax: Syntax,
): ServerEntry[] {
  if (namedBy !== undefined) return namedIn(map, at, namedBy, found, text, syntax)
  const second = twice(map)
  if (second !== undefined) throw doubled(found, text, second.name, second.key)
  return membersOf(map).map(({ name, value }) => serverOf(name, value, [...at, name], found, text, syntax))
}

/** Servers in a list, each with its name among its members. */
function namedIn(
  list: Node,
  at: Path,
  namedBy: string,
  found: Found,
  text: string,
  syntax: Syntax,
): ServerEntry[] {
  const seen = new Set<string>()
  return (list.children ?? []).map((item, index) => {
    const key = memberOf(item, namedBy)
    const name = key?.type === 'string' ? String(key.value) : `number ${index + 1}`
    if (key !== undefined && seen.size === seen.add(name).size) throw doubled(found, text, name, key)
    return serverOf(name, item, [...at, index], found, text, syntax)
  })
}

function serverOf(
  name: string,
  value: Node,
  at: Path,
  found: Found,
  text: string,
  syntax: Syntax,
): ServerEntry {
  const node = innerOf(value, syntax)
  const pieces = piecesOf(node).map(({ start, end }) => text.slice(start, end))
  const entry = located(entryOf(node, found.file.shape, syntax), text)
  return { name, at, text: pieces.join('\n'), node, entry }
}

function located(entry: Entry, text: string): Entry {
  if (entry.kind !== 'malformed') return entry
  const { line, column } = placeOf(text, entry.offset)
  return { ...entry, why: `${entry.why} (line ${line}, column ${column})` }
}

/** Cline also has how a server is started one level deeper, in a `transport` object. */
function innerOf(value: Node, { isLocal }: Syntax): Node {
  const transport = value.type === 'object' ? memberOf(value, 'transport') : undefined
  const isNested =
    isLocal && transport?.type === 'object' && (memberOf(transport, 'command') ?? memberOf(transport, 'url'))
  return isNested && transport ? transport : value
}

function mustBe(type: 'object' | 'array', node: Node, where: string, found: Found, text: string): void {
  if (node.type === type) return
  throw new Problem('config-shape', {
    file: found.path,
    where,
    what: node.type,
    wanted: type,
    ...placeOf(text, node.offset),
  })
}

function doubled(found: Found, text: string, name: string, key: Node): Problem {
  return new Problem('config-double', { file: found.path, name, ...placeOf(text, key.offset) })
}

function noMapIn(root: Node, { host, file }: Found): string {
  const other = knownMaps.find(
    name => !file.servers.includes(name) && memberOf(root, name)?.type === 'object',
  )
  if (other === undefined) return 'it has no servers'
  return `it has its servers under "${other}", and ${host.name} looks for "${file.servers.join('.')}"`
}

function remarksOn({ host, file }: Found, { text, mark, isProtected }: Content): string[] {
  const remarks: string[] = []
  if (isProtected) remarks.push('it is write-protected: it is replaced all the same, and stays protected')
  if (file.refusesMark && mark !== '')
    remarks.push(`${host.name} may not read a file that begins with a byte order mark`)
  if (file.strict && parseJson(text) === undefined) {
    remarks.push(`${host.name} does not read comments or trailing commas: it may ignore this file as it is`)
  }
  return remarks
}
