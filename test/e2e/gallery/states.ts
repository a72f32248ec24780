import { type LearnedEdge, type LearnedGraph, type LearnedTool, whyInWords } from './graph.ts'

/** One resource class as a picture shows it: its states from top to bottom, and the tools that lead between them. */
export interface ClassPicture {
  readonly name: string
  readonly states: readonly StateBox[]
  readonly arrows: readonly Arrow[]
}

/** A state, with the tools that work there and change nothing, and those that fail there and why. */
export interface StateBox {
  readonly state: string
  readonly stays: readonly string[]
  readonly fails: readonly string[]
}

/** Tools that lead from one state to another; both by their place in the list of states. */
export interface Arrow {
  readonly from: number
  readonly to: number
  readonly tools: readonly string[]
}

/** The classes of a learned graph, each with its states in one fixed order. */
export function classesIn(graph: LearnedGraph): ClassPicture[] {
  const edges = graph.tools.flatMap(tool => tool.edges.map(edge => ({ tool, edge })))
  const names = [...new Set(edges.map(({ edge }) => edge.resource_class))].sort()
  return names.map(name =>
    pictureOf(
      name,
      edges.filter(({ edge }) => edge.resource_class === name),
    ),
  )
}

interface Step {
  readonly tool: LearnedTool
  readonly edge: LearnedEdge
}

function pictureOf(name: string, steps: readonly Step[]): ClassPicture {
  const all = steps.flatMap(({ edge }) => [edge.state, ...Object.keys(edge.after)])
  const states = [...new Set(all)].sort(absentFirst)
  return {
    name,
    states: states.map(state =>
      boxOf(
        state,
        steps.filter(({ edge }) => edge.state === state),
      ),
    ),
    arrows: arrowsOf(states, steps),
  }
}

/** A life begins with what is not there. */
function absentFirst(a: string, b: string): number {
  const rank = (state: string) => (state === 'exists=false' ? 0 : 1)
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

function boxOf(state: string, steps: readonly Step[]): StateBox {
  return {
    state,
    stays: steps.filter(({ edge }) => edge.after[state] !== undefined).map(labelOf),
    fails: steps
      .filter(({ edge }) => edge.expects === 'failure')
      .flatMap(step => failuresAt(step).map(why => `${labelOf(step)} ${why}`)),
  }
}

function failuresAt({ tool, edge }: Step): string[] {
  return tool.failures.filter(each => edge.failed[each.what] !== undefined).map(whyInWords)
}

function arrowsOf(states: readonly string[], steps: readonly Step[]): Arrow[] {
  const arrows = new Map<string, { from: number; to: number; tools: string[] }>()
  for (const step of steps) {
    for (const after of Object.keys(step.edge.after).sort()) {
      if (after === step.edge.state) continue
      const [from, to] = [states.indexOf(step.edge.state), states.indexOf(after)]
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, tools: [] }
      arrows.set(`${from} ${to}`, arrow)
      arrow.tools.push(labelOf(step))
    }
  }
  const length = ({ from, to }: Arrow) => Math.abs(to - from)
  return [...arrows.values()].sort((a, b) => length(a) - length(b) || a.from - b.from || a.to - b.to)
}

function labelOf({ tool, edge }: Step): string {
  return edge.role === edge.resource_class ? tool.tool : `${tool.tool} (as ${edge.role})`
}
