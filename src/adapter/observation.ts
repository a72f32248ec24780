import type { JsonObject } from '../json.ts'

/**
 * What one reading of a resource showed. "Could not be read" is not "does not exist".
 * Spelled as graph/evidence.ts spells it, which this folder may not import.
 */
export type Observation =
  | { readonly kind: 'seen'; readonly fields: JsonObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unread'; readonly why: string }
