import type { JsonObject } from '../../json.ts'

/** Does a tool's name speak of what is wanted: `publish_release` of PUBLISHED, `run_tests` of tests_passed? */
export function speaksOf(tool: string, goal: JsonObject): boolean {
  const wanted = Object.entries(goal).flatMap(([name, value]) => [
    ...wordsOf(name),
    ...(typeof value === 'string' ? wordsOf(value) : []),
  ])
  return wordsOf(tool).some(word => wanted.some(other => areAkin(word, other)))
}

/** Two words that begin with the same four letters, or one of which ends with the other. */
function areAkin(a: string, b: string): boolean {
  const least = Math.min(a.length, b.length)
  if (least < 4) return a === b
  return a.slice(0, 4) === b.slice(0, 4) || a.endsWith(b) || b.endsWith(a)
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word.length > 2)
}
