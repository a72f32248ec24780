import { wordsOf } from '../words.ts'
import type { ClassifiedTool } from './classified.ts'
import type { IdParam } from './ids.ts'

/** A place that nearly every tool may be pointed at, and that each remembers where it is not. */
export interface Workplace {
  readonly idParam: string
  readonly noun: string
  readonly tool: ClassifiedTool
  readonly tools: readonly ClassifiedTool[]
}

/** From this share of a server's tools on, a parameter that none requires is the place in which all of them work. */
const leastShare = 0.6

/** Whole names, apart from what all tools of the server begin with, that promise how the place stands. */
const promises = new Set(['status', 'state', 'info', 'details', 'overview'])

/**
 * The one place in which all tools of a server work: a parameter that names it, that nearly all take and none requires,
 * and a tool that does nothing but say how it stands (`git_status` with an optional `path`).
 */
export function workplaceIn(
  all: readonly ClassifiedTool[],
  common: ReadonlySet<string>,
): Workplace | undefined {
  const taking = new Map<string, ClassifiedTool[]>()
  for (const tool of all) {
    for (const { path } of tool.ids.filter(isOpen)) taking.set(path, [...(taking.get(path) ?? []), tool])
  }
  for (const [idParam, tools] of taking) {
    const isOfAll = tools.length >= leastShare * all.length && tools.some(tool => tool.effect !== 'READ_ONLY')
    const readers = tools.filter(tool => tool.effect === 'READ_ONLY' && showsAll(tool, common))
    const [tool, ...others] = readers
    const id = tool?.ids.find(({ path }) => path === idParam)
    if (isOfAll && tool !== undefined && id !== undefined && others.length === 0)
      return { idParam, noun: nounOf(id), tool, tools }
  }
  return undefined
}

function isOpen(id: IdParam): boolean {
  return !id.isRequired && id.list === null && id.path === id.name
}

function showsAll({ tool, ids }: ClassifiedTool, common: ReadonlySet<string>): boolean {
  const words = wordsOf(tool.name).filter(word => !common.has(word) && word !== 'get')
  return words.length === 1 && promises.has(words[0] ?? '') && !ids.some(id => id.isRequired)
}

/** "Path to the Git repository" is of a repository. */
function nounOf({ schema, stem, name }: IdParam): string {
  const text = typeof schema.description === 'string' ? schema.description.slice(0, 300) : ''
  const [, noun] =
    /\bpath (?:to|of) (?:an? |the )?(?:[\w-]+ ){0,2}?(\w+?)(?=[.,;:(]|$| (?:in|to|on|where|that|which|for)\b)/i.exec(
      text,
    ) ?? []
  return noun?.toLowerCase() ?? (stem || name.toLowerCase())
}
