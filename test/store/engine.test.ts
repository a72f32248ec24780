import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { engineProblem } from '../../src/store/engine.ts'

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
    const open = new URL('../../src/store/open.ts', import.meta.url).href
    const script = `
      import { createRequire } from 'node:module'
      import { openStore } from ${JSON.stringify(open)}
      const { cache } = createRequire(${JSON.stringify(open)})
      const isLoaded = () => Object.keys(cache).some(path => path.includes('better-sqlite3'))
      const before = isLoaded()
      await openStore(':memory:')
      process.stdout.write(before + ' ' + isLoaded())`
    const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: new URL('../..', import.meta.url).pathname,
    })
    expect(said).toBe('false true')
  })
})
