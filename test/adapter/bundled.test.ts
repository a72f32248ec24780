import { expect, it } from 'vitest'
import { bundledAdapter, bundledAdapters, matchBundled } from '../../src/adapter/bundled.ts'
import { loadAdapter } from '../../src/adapter/load.ts'
import { corpus } from './helpers/corpus.ts'

it('every bundled adapter loads', () => {
  expect(bundledAdapters().map(each => loadAdapter(each.path).serverId)).toContain('filesystem')
  expect(bundledAdapter('filesystem')?.path).toMatch(/adapters[\\/]filesystem\.json$/)
  expect(bundledAdapter('nope')).toBeUndefined()
})

it('a server is known by the tools that it lists, and by no other server’s', () => {
  const others = [
    'memory',
    'memory-bank',
    'ohno',
    'kazuph-taskmanager',
    'shrimp',
    'k-slack-ref',
    'postgres',
    'everything',
  ]
  expect(matchBundled(corpus('filesystem').tools)?.name).toBe('filesystem')
  for (const other of others) expect(matchBundled(corpus(other).tools), other).toBeUndefined()
})

it('a server that has most of the tools, or another id, is another server', () => {
  const { tools } = corpus('filesystem')
  expect(matchBundled(tools.filter(tool => tool.name !== 'edit_file'))).toBeUndefined()
  const renamed = tools.map(tool => ({ ...tool, inputSchema: { type: 'object', properties: { file: {} } } }))
  expect(matchBundled(renamed)).toBeUndefined()
})
