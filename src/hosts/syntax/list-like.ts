/**
 * A list in square brackets of raw items, in the layout of another list: each on its line where that one has them so.
 * JSON, TOML and YAML write such lists alike.
 */
export function listLike(model: string | undefined, items: readonly string[]): string {
  const lead = model && /^\[\s*?((?:\r\n|\r|\n)[ \t]*)\S/.exec(model)?.[1]
  if (!model || !lead || model.startsWith(']', 1 + lead.length)) return `[${items.join(', ')}]`
  const close = /(?:(?:\r\n|\r|\n)[ \t]*)?\]$/.exec(model)?.[0] ?? ']'
  return `[${items.map(item => lead + item).join(',')}${close}`
}
