import type { Atom } from './atoms.ts'
import type { Evidence } from './evidence.ts'
import type { ToolModel } from './model.ts'

/**
 * A way in which arguments break their tool's schema, as an atom: `args.path breaks its schema: required`. So it is
 * kept with the evidence like all that can be said of a call beforehand, and a success with it clears it for ever.
 */
export function violationAtom(path: string, words: string): Atom {
  // an atom with " is " in it would say what something is
  return `args.${short(path)}${mark}${short(words)}`.replaceAll(' is ', ' = ')
}

const mark = ' breaks its schema: '

function short(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`
}

/** What is wrong where a parameter is missing or does not exist; everything else is in the schema's own words. */
export const missing = 'required'
export const unheardOf = 'no such parameter'

/** The violations among the atoms of a call. */
function violationsIn(atoms: readonly Atom[]): Atom[] {
  return atoms.filter(each => each.includes(mark))
}

/** Those that the tool was never seen to accept: servers take what their schemas forbid, and one success shows it. */
export function unacceptedIn(tool: Pick<ToolModel, 'okAtoms'> | undefined, atoms: readonly Atom[]): Atom[] {
  return violationsIn(atoms).filter(each => !tool?.okAtoms.has(each))
}

/** Is it enough to say why a call failed? A parameter that a server does not know is as often just left aside. */
export function isGrave(violation: Atom): boolean {
  return violation.includes(mark) && !violation.endsWith(unheardOf)
}

/** A violation as people and models read it: `path is required`, `count must be integer`, `file is not a parameter`. */
export function violationInWords(violation: Atom): string {
  const at = violation.indexOf(mark)
  const path = violation.slice('args.'.length, at)
  const words = violation.slice(at + mark.length)
  if (words === missing) return `${path} is required`
  return words === unheardOf ? `${path} is not a parameter of it` : `${path} ${words}`
}

/** Arguments that broke the schema in these ways, and that the server rejected for what they were. */
export interface Rejected {
  readonly atoms: readonly Atom[]
  count: number
  /** Epoch of the tool's schema in which it was last seen. */
  epoch: number
}

/** Most shapes of wrong arguments that are remembered of one tool. */
const mostShapes = 100

/** Remembers the shape of arguments that the server rejected. What it accepts it takes back by itself. */
export function learnRejected(tool: ToolModel, { atoms }: Evidence): void {
  const broken = unacceptedIn(tool, atoms)
  if (broken.length === 0) return
  const key = shapeKey(broken)
  const known = tool.rejected.get(key) ?? { atoms: broken, count: 0, epoch: tool.epoch }
  known.count++
  known.epoch = tool.epoch
  if (tool.rejected.size < mostShapes) tool.rejected.set(key, known)
}

/** The name of a shape of wrong arguments within its tool. */
export function shapeKey(atoms: readonly Atom[]): string {
  return atoms.join('\n')
}

/** The shapes that were rejected before and that these violations have. Any one of several may be to blame, so all of it counts. */
export function rejectedBefore(tool: ToolModel | undefined, broken: readonly Atom[]): Rejected[] {
  const now = new Set(broken)
  return [...(tool?.rejected.values() ?? [])].filter(({ atoms }) => {
    const toBlame = atoms.filter(each => !tool?.okAtoms.has(each))
    return toBlame.length > 0 && toBlame.every(each => now.has(each))
  })
}
