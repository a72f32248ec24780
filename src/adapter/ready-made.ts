import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** An adapter that comes with mcpgraphy. */
export interface BundledAdapter {
  readonly name: string
  readonly path: string
}

/** A bundled adapter as the index beside the adapters tells of it: what it was held against, and when. */
export interface ReadyMade extends BundledAdapter {
  readonly package: string
  readonly version: string
  /** `live`: its tools were called; `answers`: held against recorded answers; `tools`: against its list of tools only. */
  readonly how: 'live' | 'answers' | 'tools'
  /** A day: 2026-11-30. */
  readonly on: string
  /** By name of a tool that the server listed then: the parameters that it required. */
  readonly tools: Readonly<Record<string, readonly string[]>>
}

/** Beside `src` and beside `dist` alike. */
const folder = fileURLToPath(new URL('../../adapters/', import.meta.url))

let kept: readonly ReadyMade[] | undefined

/**
 * The adapters that come with mcpgraphy, by name. The index says which there are, so that a proxy that looks for one
 * reads one file. `npx vitest run test/adapters/index.test.ts -u` writes it.
 */
export function bundledAdapters(): readonly ReadyMade[] {
  kept ??= Object.entries(
    JSON.parse(readFileSync(`${folder}index.json`, 'utf8')) as Record<
      string,
      Omit<ReadyMade, 'name' | 'path'>
    >,
  ).map(([name, known]) => ({ ...known, name, path: `${folder}${name}.json` }))
  return kept
}

/** The bundled adapter of that name, or undefined. */
export function bundledAdapter(name: string): ReadyMade | undefined {
  return bundledAdapters().find(each => each.name === name)
}
