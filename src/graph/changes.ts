import { bounds } from './bounds.ts'
import type { Evidence } from './evidence.ts'
import type { ToolModel } from './model.ts'
import { changes, featuresIn, spell } from './state.ts'

/** How a tool changed one feature, over all the successes in which it did. */
export interface Change {
  times: number
  /** Arguments that had the new value each time. */
  readonly from: Set<string>
  /** By how much a number changed each time; null where that was not the same, or no number. */
  step: number | null
}

/** Where the change of a feature is kept. */
export function changeKey(role: string, feature: string): string {
  return `${role}\n${feature}`
}

/** Takes in what a success changed: was the value copied from an argument, or does the feature count? */
export function learnChanges(tool: ToolModel, { roles, atoms, quantities }: Evidence): void {
  for (const { role, before, after } of roles) {
    if (before === null || after === null || before === after) continue
    const old = new Map(featuresIn(before))
    for (const [feature, value] of changes(before, after)) {
      const was = old.get(feature)
      const step = typeof value === 'number' && typeof was === 'number' ? value - was : null
      const end = ` is ${spell(value)}`
      const same = [
        ...atoms
          .filter(atom => atom.startsWith('args.') && atom.endsWith(end))
          .map(atom => atom.slice(0, -end.length)),
        ...quantities.filter(([name, n]) => /^args\.[^ ]+$/.test(name) && n === value).map(([name]) => name),
      ]
      note(tool, changeKey(role, feature), new Set(same), step)
    }
  }
}

function note({ changes: known }: ToolModel, key: string, from: Set<string>, step: number | null): void {
  const change = known.get(key)
  if (change === undefined) {
    if (known.size < bounds.changes) known.set(key, { times: 1, from, step })
    return
  }
  change.times++
  for (const name of change.from) if (!from.has(name)) change.from.delete(name)
  if (change.step !== step) change.step = null
}
