import { isObject, type Json, parseJson } from '../json.ts'
import type { Model } from './model.ts'
import { type Kept, modelFrom, packed } from './snapshot-form.ts'

/** Raised whenever what a snapshot holds means something else: an older one is then ignored and evidence replayed. */
export const snapshotFormat = 3

/** A model as text, for opening fast: numbers, and every text once. `restored` gives back an equal model. */
export function snapshotOf(model: Model): string {
  const texts = new Map<string, number>()
  const idOf = (text: string) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, texts.size)
    return texts.size - 1
  }
  const kept = packed(model, idOf)
  return JSON.stringify({ texts: [...texts.keys()], model: kept })
}

/** The model that `snapshotOf` wrote, or undefined where the text is not one: then the evidence is replayed. */
export function restored(text: string): Model | undefined {
  try {
    const value: Json | undefined = parseJson(text)
    if (!isObject(value) || !Array.isArray(value.texts) || !Array.isArray(value.model)) return undefined
    const texts = value.texts as readonly string[]
    return modelFrom(value.model as unknown as Kept, id => {
      const found = texts[id]
      if (typeof found !== 'string') throw new RangeError(`text ${id} is missing`)
      return found
    })
  } catch {
    return undefined
  }
}
