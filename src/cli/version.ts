import { readFileSync } from 'node:fs'

/** Our version, as package.json says it. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
