/** The name that was probably meant: the one with the fewest slips, if they are few for its length. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const allowed = Math.max(2, Math.floor(name.length / 3))
  let best: string | undefined
  let fewest = allowed + 1
  for (const each of names) {
    if (Math.abs(each.length - name.length) >= fewest) continue
    const slips = distance(name.toLowerCase(), each.toLowerCase())
    if (slips < fewest && slips < each.length) [best, fewest] = [each, slips]
  }
  return best
}

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours
 * (Damerau 1964; Wagner and Fischer 1974 for the table).
 */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const here = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      here[column] = Math.min(last[column]! + 1, here[column - 1]! + 1, last[column - 1]! + same)
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) here[column] = Math.min(here[column]!, before[column - 2]! + 1)
    }
    before = last
    last = here
  }
  return last[b.length]!
}
