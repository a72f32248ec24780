/** Any JSON value. What comes from outside is `unknown` until something has looked. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** Is this a JSON object: neither null nor an array? */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * One text for one value: the keys of every object sorted, no spaces.
 * Two values that JSON cannot tell apart give the same text, whatever the order in which their keys came.
 */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`)
  return `{${members.join(',')}}`
}

/** The value that a text holds, or undefined where it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/**
 * The value at a dotted path (`data.order`, `items[0].id`), or undefined where the path leads nowhere.
 * An empty path is the value itself. Only own properties are followed.
 */
export function at(value: Json | undefined, path: string): Json | undefined {
  let here: Json | undefined = value
  for (const step of steps(path)) {
    if (Array.isArray(here)) here = here[Number(step)]
    else if (isObject(here) && Object.hasOwn(here, step)) here = here[step]
    else return undefined
  }
  return here
}

/**
 * Every value that a path with `[*]` reaches (`orders[*].id`), in order.
 * A path without `[*]` reaches one value at most.
 */
export function all(value: Json | undefined, path: string): Json[] {
  const [before = '', ...rest] = path.split('[*]')
  const here = at(value, before)
  if (here === undefined) return []
  if (rest.length === 0) return [here]
  const after = rest.join('[*]').replace(/^\./, '')
  return Array.isArray(here) ? here.flatMap(item => all(item, after)) : []
}

function steps(path: string): string[] {
  return path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(step => step !== '')
}
