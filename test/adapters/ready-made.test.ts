import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchBundled } from '../../src/adapter/bundled.ts'
import { checkAdapter } from '../../src/adapter/check.ts'
import { effectOf } from '../../src/adapter/effect.ts'
import { loadAdapter } from '../../src/adapter/load.ts'
import { bundledAdapter } from '../../src/adapter/ready-made.ts'
import type { ListedTool } from '../../src/adapter/tool.ts'
import { corpus } from '../adapter/helpers/corpus.ts'
import { listOf, recorded } from './known.ts'

const adapterOf = (name: string) => loadAdapter(bundledAdapter(name)!.path)

describe.each(recorded)('the ready-made adapter %s', name => {
  it('reads only what its server lets it read, with the arguments that the tools take', () => {
    const errors = checkAdapter(adapterOf(name), listOf(name).tools).filter(each => each.severity === 'error')
    expect(errors).toEqual([])
  })

  it('is found by the tools of its server, with nothing left out', () => {
    expect(matchBundled(listOf(name).tools)).toMatchObject({ name, leftOut: [] })
  })
})

it('every tool of every server has an effect, which somebody has looked at', async () => {
  const lines = recorded.flatMap(name => {
    const { tools } = listOf(name)
    const effects = grouped(name, tools)
    return [
      `${name}`,
      ...Object.keys(effects)
        .sort()
        .map(each => `  ${each}: ${effects[each]?.map(tool => tool.name).join(' ')}`),
    ]
  })
  expect(lines.filter(line => line.includes('UNKNOWN'))).toEqual([])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(resolve(import.meta.dirname, 'effects.txt'))
})

describe('a server', () => {
  it.each(['everything', 'dbhub', 'ai-devkit-memory', 'memory-bank'])(
    'that has no adapter gets none: %s',
    name => {
      expect(matchBundled(corpus(name).tools)).toBeUndefined()
    },
  )

  it('of a fork is known by its tools, whatever it is called', () => {
    expect(matchBundled(corpus('redis-gongrzhe').tools)?.name).toBe('redis')
  })

  it('in which tools went and came is known still, whichever they are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bigEnough),
        fc.infiniteStream(fc.boolean()),
        fc.nat(3),
        (name, keep, more) => {
          const { tools } = listOf(name)
          const reading = new Set(adapterOf(name).resources.map(rule => rule.observationTool))
          const kept = tools.filter(tool => reading.has(tool.name) || keep.next().value)
          fc.pre(kept.length >= 6)
          const newer = Array.from(
            { length: more },
            (_, at): ListedTool => ({ ...tools[0]!, name: `newer_${at}` }),
          )
          expect(matchBundled([...kept, ...newer])?.name).toBe(name)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('whose reading tool is gone loses that class and nothing else, and that is told', () => {
    const tools = listOf('github').tools.filter(tool => tool.name !== 'pull_request_read')
    expect(matchBundled(tools)).toMatchObject({ name: 'github', leftOut: ['pull_request'] })
  })

  it('that has only the names of another’s tools is another server', () => {
    const bare = listOf('github-npm').tools.map(tool => ({ ...tool, inputSchema: { type: 'object' } }))
    expect(matchBundled(bare)).toBeUndefined()
    expect(matchBundled(listOf('github-npm').tools.slice(0, 2))).toBeUndefined()
    expect(matchBundled([])).toBeUndefined()
  })

  it.each(['context7', 'sequential-thinking'])('that only reads is known as one: %s', name => {
    expect(matchBundled(listOf(name).tools)).toMatchObject({ name, onlyReads: true })
  })

  it('whose state nobody can read is not one that only reads', () => {
    expect(matchBundled(listOf('postgres').tools)).toMatchObject({ name: 'postgres', onlyReads: false })
  })
})

/** Servers with tools enough to lose some. */
const bigEnough = recorded.filter(name => listOf(name).tools.length >= 9)

function grouped(name: string, tools: readonly ListedTool[]): Record<string, ListedTool[]> {
  const adapter = adapterOf(name)
  const groups: Record<string, ListedTool[]> = {}
  for (const tool of tools) {
    const effect = effectOf(adapter, tool.name, {}, tool.hints)
    groups[effect] = [...(groups[effect] ?? []), tool]
  }
  return groups
}
