import { basename } from 'node:path'
import { checkAdapter } from '../adapter/check.ts'
import type { ListedTool } from '../adapter/tool.ts'
import { Problem } from '../problem.ts'
import { adapterPath, projectAdapterFiles } from '../project/adapters.ts'
import { fittingAdapter, keptAdapter } from '../project/find-adapter.ts'
import type { Folder } from '../project/paths.ts'
import { broken, type Finding, fromProblem, ok, warning, word } from './finding.ts'

/** Is the adapter of a server valid, accepted, and borne out by the tools that the server lists, where they are known? */
export function examineAdapter(
  server: string,
  folder: Folder,
  user: Folder,
  tools: readonly ListedTool[] | undefined,
): Finding[] {
  const about = { server, file: adapterPath(folder, server) }
  try {
    const kept = keptAdapter(folder, user, server)
    const found = kept ?? (tools && fittingAdapter(tools))
    if (found === undefined) return [noAdapter(about, tools !== undefined)]
    const findings = tools === undefined ? [] : checkAdapter(found.adapter, tools)
    if (findings.length === 0)
      return [ok('adapter', goodWords(server, found.from, kept !== undefined, tools), about)]
    return findings.map(({ severity, path, what, now }) => {
      const make = severity === 'error' ? broken : warning
      const run = `mcpgraphy adapter check ${word(server)} --live`
      return make('adapter', `The adapter of ${server}, ${path}: ${what}.`, { now, run }, about)
    })
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    const level = problem.code === 'adapter-unaccepted' ? 'warning' : 'problem'
    return [fromProblem('adapter', level, problem, about)]
  }
}

function goodWords(
  server: string,
  from: string,
  isKept: boolean,
  tools: readonly ListedTool[] | undefined,
): string {
  const name = isKept ? basename(from) : from
  const how = tools === undefined ? 'is valid' : "fits the server's tools"
  return `The adapter of ${server}, ${name}, ${how}.`
}

function noAdapter(about: { readonly server: string; readonly file: string }, isSure: boolean): Finding {
  const { server } = about
  if (!isSure) {
    const what = `${server} has no adapter of its own: once its tools are seen, one of ours is taken if it fits them.`
    return ok('adapter', what, about)
  }
  const what = `${server} has no adapter: without one only exact repeats are noticed.`
  const run = `mcpgraphy adapter init ${word(server)} --write`
  return warning('adapter', what, { now: 'Let one be drafted, and look it over.', run }, about)
}

/** Adapter files that belong to no server: a slip in a name is silent otherwise. */
export function strayAdapters(folder: Folder, servers: readonly string[]): Finding[] {
  const expected = new Set(servers.map(server => adapterPath(folder, server)))
  return projectAdapterFiles(folder)
    .filter(file => !expected.has(file))
    .map(file => {
      const what = `${basename(file)} is an adapter for a server that is not there.`
      return warning('adapter', what, { now: 'Name it like the server, or remove it.' }, { file })
    })
}
