import { isObject, type Json } from '../json.ts'
import type { Model } from './model.ts'

/** Raised whenever what a snapshot holds means something else: an older one is then ignored and evidence replayed. */
export const snapshotFormat = 2

/** A model as text, for opening fast. `restored` gives back an equal model. */
export function snapshotOf(model: Model): string {
  return JSON.stringify(model, (_key, value: unknown) => {
    if (value instanceof Map) return { map: [...value] }
    return value instanceof Set ? { set: [...value] } : value
  })
}

/** The model that `snapshotOf` wrote, or undefined where the text is not one: then the evidence is replayed. */
export function restored(text: string): Model | undefined {
  try {
    const model = JSON.parse(text, (_key, value: Json) => {
      if (!isObject(value)) return value
      if (Array.isArray(value.map)) return new Map(value.map as unknown as [unknown, unknown][])
      return Array.isArray(value.set) ? new Set(value.set) : value
    }) as Model
    return model.tools instanceof Map && model.repeats instanceof Map ? addMissing(model) : undefined
  } catch {
    return undefined
  }
}

/** JSON has no `undefined`: the core of a tool that never worked comes back as one. */
function addMissing(model: Model): Model {
  for (const tool of model.tools.values()) tool.okCore ??= undefined
  return model
}
