import type { Adapter, ResourceRule } from './adapter.ts'

/** Stands for the id where there is one resource of a class only. */
const onlyOne = '-'

/**
 * The name of a resource: `class:id`; `page:-` where there is only one of its class. An id of one part stands as it is (`file:/srv/a.txt`). Of several parts the last
 * stands behind `#` as it is, the others before it, joined by `/` (`issue:acme/shop#12`); in those `%`, `/` and `#` are
 * percent-encoded, so that every reference is read back exactly.
 */
export function refOf(rule: ResourceRule, id: readonly string[]): string {
  if (id.length === 0) return `${rule.resourceClass}:${onlyOne}`
  const scope = id.slice(0, -1).map(escapePart).join('/')
  const last = id.at(-1) ?? ''
  return id.length < 2 ? `${rule.resourceClass}:${last}` : `${rule.resourceClass}:${scope}#${last}`
}

/** What a reference names, or undefined. Where the adapter knows one class only, a bare id is a reference too. */
export function parseRef(
  adapter: Adapter,
  ref: string,
): { rule: ResourceRule; id: readonly string[] } | undefined {
  const colon = ref.indexOf(':')
  const named = adapter.resources.find(each => colon !== -1 && each.resourceClass === ref.slice(0, colon))
  const rule = named ?? (adapter.resources.length === 1 ? adapter.resources[0] : undefined)
  if (rule === undefined) return undefined
  const id = partsOf(named === undefined ? ref : ref.slice(colon + 1), rule.idParams.length)
  return id === undefined ? undefined : { rule, id }
}

function partsOf(text: string, count: number): readonly string[] | undefined {
  if (count === 0) return text === onlyOne ? [] : undefined
  if (text === '') return undefined
  if (count === 1) return [text]
  const hash = text.indexOf('#')
  if (hash === -1) return undefined
  const parts = [...text.slice(0, hash).split('/').map(unescapePart), text.slice(hash + 1)]
  return parts.length === count ? parts : undefined
}

function escapePart(part: string): string {
  return part.replace(/[%/#]/g, encodeURIComponent)
}

function unescapePart(part: string): string {
  return part.replace(/%(25|2F|23)/gi, decodeURIComponent)
}
