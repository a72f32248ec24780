import type { Policy } from './policy.ts'

/**
 * Hosts that show their model the structured content of a result and not the text beside it, by the name that they
 * give themselves; Codex does so in failures too. Claude Code and Codex: seen by running them, Claude Code since
 * 2.0.21 (2.0.20 shows the text). VS Code: read in its source. Seen to show the text, alone or with the structured content: Copilot CLI 1.0.102,
 * Gemini CLI 0.61.0, opencode 1.18.33. docs/hosts.md says more.
 */
const hosts: readonly { readonly name: RegExp; readonly since: string; readonly inFailures: boolean }[] = [
  { name: /^claude-code$/i, since: '2.0.21', inFailures: false },
  { name: /^Visual Studio Code/i, since: '1.100', inFailures: false },
  { name: /^codex/i, since: '0', inFailures: true },
]

/** Would a line of ours be lost on this host, in a success or in a failure, unless structured content makes way for it? */
export function hidesText(
  client: { readonly name: string; readonly version: string },
  structured: Policy['structured'],
  isFailure: boolean,
): boolean {
  if (structured !== 'auto') return structured === 'drop'
  return hosts.some(
    ({ name, since, inFailures }) =>
      name.test(client.name) && isAtLeast(client.version, since) && (inFailures || !isFailure),
  )
}

/** A version that is not told counts as a new one: hosts update themselves. */
function isAtLeast(version: string, since: string): boolean {
  const parts = version.match(/\d+/g)?.map(Number)
  if (parts === undefined) return true
  const least = since.split('.').map(Number)
  for (const [index, part] of least.entries()) {
    const own = parts[index] ?? 0
    if (own !== part) return own > part
  }
  return true
}
