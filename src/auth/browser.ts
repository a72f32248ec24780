import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Opens a page in the user's browser: by MCPGRAPHY_BROWSER where that is set (`none` opens nothing), else by what the
 * platform has for it. Nothing is said where there is none: the address is printed as well.
 */
export function openInBrowser(
  url: URL,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): void {
  const [command, ...args] = opener(env, platform)
  if (command === undefined) return
  const options = { detached: true, stdio: 'ignore', windowsHide: true, env } as const
  spawn(command, [...args, url.href], options)
    .on('error', () => undefined)
    .unref()
}

/** The words before the address. No shell reads it: it comes from the server. */
export function opener(env: Environment, platform: NodeJS.Platform): string[] {
  const wished = env.MCPGRAPHY_BROWSER?.trim()
  if (wished === 'none') return []
  if (wished) return existsSync(wished) ? [wished] : wished.split(/\s+/)
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
