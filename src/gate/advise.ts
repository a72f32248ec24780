import { hintLine } from '../advice/hints.ts'
import { type Candidate, type Offer, offersFor } from '../advice/offers.ts'
import type { Model } from '../graph/model.ts'
import { absent } from '../graph/state.ts'
import { candidatesFor } from './catalogue.ts'
import type { Place } from './observe.ts'
import type { GateParts } from './parts.ts'

/** The offers for a resource as it was last seen. */
export function offersAt(parts: GateParts, model: Model, { role, sight }: Place): Offer[] {
  return offersFor(model, candidatesAt(parts, model, role.resourceClass), sight.state)
}

/**
 * The line for what a call was about: the first of its resources that is there, else the first that could be read.
 * `except`: the tool that was just refused.
 */
export function lineAt(
  parts: GateParts,
  model: Model,
  places: readonly Place[],
  except?: string,
): string | undefined {
  const read = places.filter(({ sight }) => sight.state !== null)
  const place = read.find(({ sight }) => sight.state !== absent) ?? read[0]
  if (place?.sight.state == null) return undefined
  return hintLine(model, candidatesAt(parts, model, place.role.resourceClass), place.sight.state, except)
}

/** The tools that act on resources of a class. */
export function candidatesAt(
  { known: of, catalogue, policy }: GateParts,
  model: Model,
  resourceClass: string,
): Candidate[] {
  const known = of()
  return known === undefined ? [] : candidatesFor(known.adapter, catalogue, policy, model, resourceClass)
}
