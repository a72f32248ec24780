import { parametersOf } from '../tool.ts'
import type { ClassifiedTool } from './classified.ts'

/** Why no adapter can be drafted for a server's tools, in one sentence for its user. */
export function whyNot(tools: readonly ClassifiedTool[], hasGuesses: boolean): string {
  if (tools.length === 0) return 'The server lists no tools.'
  const takesNothing = tools.every(({ tool }) => parametersOf(tool).length === 0)
  if (takesNothing)
    return 'The schemas of its tools name no parameters, so no call says which resource it means.'
  if (takesFreeSql(tools)) return 'Its tools take free SQL: no argument of a call names one resource.'
  if (tools.every(tool => tool.effect === 'READ_ONLY'))
    return 'All its tools only read: there is nothing to learn about when they work.'
  if (hasGuesses) return 'No tool reads one resource back by its id in a way that is certain.'
  if (readsLists(tools)) {
    return 'Its ids stand in lists only, which a draft cannot take apart: write "find" and "[*]" paths by hand.'
  }
  const searches = tools.some(
    ({ tool, effect }) => effect === 'READ_ONLY' && parametersOf(tool).includes('query'),
  )
  if (searches) return 'Resources are found by search only: no tool reads one back by its id.'
  return 'No argument of its tools looks like the id of a resource.'
}

function readsLists(tools: readonly ClassifiedTool[]): boolean {
  return tools.some(({ effect, ids }) => effect === 'READ_ONLY' && ids.some(id => id.isList && id.isRequired))
}

function takesFreeSql(tools: readonly ClassifiedTool[]): boolean {
  return tools.some(({ tool }) => {
    const takesStatement = parametersOf(tool).some(name => /^(?:sql|query|statement)s?$/i.test(name))
    return takesStatement && /\bSQL\b/i.test(`${tool.name} ${tool.description}`)
  })
}
