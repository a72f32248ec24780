/** Text from a server in one line without control characters or markup, cut. */
export function cleaned(text: string): string {
  const plain = text
    .slice(0, 10_000)
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1)}…`
}

const longest = 200
