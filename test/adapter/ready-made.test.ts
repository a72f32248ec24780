import { expect, it } from 'vitest'
import { loadAdapter } from '../../src/adapter/load.ts'
import { bundledAdapter, bundledAdapters } from '../../src/adapter/ready-made.ts'

it('every bundled adapter loads', () => {
  expect(bundledAdapters().map(each => loadAdapter(each.path).serverId)).toContain('filesystem')
  expect(bundledAdapter('filesystem')?.path).toMatch(/adapters[\\/]filesystem\.json$/)
  expect(bundledAdapter('nope')).toBeUndefined()
})
