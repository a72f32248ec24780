import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { engineProblem } from '../../src/store/engine.ts'
import { folder } from './place.ts'

describe('the engine', () => {
  it.each([
    ['13.0.0', 9, 'engine-unfit'],
    ['13.2.0', 9, 'engine-unfit'],
    ['14.0.0', 9, 'engine-unfit'],
    ['13.2.0', 10, undefined],
    ['12.11.1', 9, undefined],
    ['12.11.1', 10, undefined],
  ])('version %s on Node-API %i: %s', (version, napi, code) => {
    expect(engineProblem(version, napi)?.code).toBe(code)
  })

  it('is not loaded before a store is opened', () => {
    const said = inProcess(
      root,
      `const { cache } = createRequire(open)
      const isLoaded = () => Object.keys(cache).some(path => path.includes('better-sqlite3'))
      const { openStore } = await import(open)
      const before = isLoaded()
      await openStore(':memory:')
      process.stdout.write(before + ' ' + isLoaded())`,
    )
    expect(said).toBe('false true')
  })

  it('that would take the process down is not even loaded', () => {
    const place = copyOfSources()
    const engine = join(place, 'node_modules/better-sqlite3')
    mkdirSync(join(engine, 'lib'), { recursive: true })
    writeFileSync(join(engine, 'package.json'), '{ "version": "13.2.0", "main": "lib/index.js" }')
    writeFileSync(join(engine, 'lib/index.js'), "process.stdout.write('loaded '); throw new Error('crash')")
    const fits = Number(process.versions.napi) >= 10
    expect(inProcess(place, codeOfOpening)).toBe(fits ? 'loaded engine-missing' : 'engine-unfit')
  })

  it('that is not installed is said to be missing', () => {
    expect(inProcess(copyOfSources(), codeOfOpening)).toBe('engine-missing')
  })
})

const root = resolve(import.meta.dirname, '../..')

const codeOfOpening = `
  const { openStore } = await import(open)
  await openStore(':memory:').catch(problem => process.stdout.write(problem.code))`

/** Our sources without any package. */
function copyOfSources(): string {
  const place = folder()
  cpSync(join(root, 'src'), join(place, 'src'), { recursive: true })
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
  return place
}

/** What a script says in a process of its own, with `open` for the module that opens a store. */
function inProcess(place: string, script: string): string {
  const open = JSON.stringify(pathToFileURL(join(place, 'src/store/open.ts')).href)
  const head = `import { createRequire } from 'node:module'; const open = ${open};`
  const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href
  const args = ['--import', loader, '--input-type=module', '-e', head + script]
  return execFileSync(process.execPath, args, { encoding: 'utf8', cwd: place })
}
