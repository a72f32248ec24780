import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/json.ts'
import { type Gated, gated, type Reply } from '../helpers/gate.ts'

const text = (value: string, isError = false): Reply => ({
  result: { content: [{ type: 'text', text: value }], ...(isError ? { isError } : {}) },
})

/** Lets the server answer one tool in its own way, and all others as before. */
function answering({ server }: Gated, tool: string, reply: (args: JsonObject) => Reply): void {
  const { answer } = server
  server.answer = (name, args) => {
    if (name !== tool) return answer(name, args)
    server.calls.push(name)
    return reply(args)
  }
}

const notes = (said: string) => said.split('\n').filter(line => line.startsWith('mcpgraphy note:'))

describe('arguments that break their schema', () => {
  it('are warned of from the first call on, in the schema’s words', async () => {
    const { text } = await gated('warn')
    expect(notes(await text('run_tests', { release_id: 'r1', note: 5 }))).toEqual([
      'mcpgraphy note: run_tests was called against its schema: note must be string.',
    ])
    expect(notes(await text('publish_release', { release: 'r1' }))).toEqual([
      'mcpgraphy note: publish_release was called against its schema: release_id is required; release is not a parameter of it.',
    ])
  })

  it('are not warned of any more once the server has accepted them, nor ever where they fit', async () => {
    const { text, memory } = await gated('warn')
    await text('run_tests', { release_id: 'r1', note: 5 })
    expect(notes(await text('run_tests', { release_id: 'r2', note: 6 }))).toEqual([])
    expect(notes(await text('run_tests', { release_id: 'r3', note: 'x' }))).toEqual([])
    expect((await memory.model()).tools.get('run_tests')).toMatchObject({ ok: 3, failed: 0 })
  })

  it('are refused in block only where the server has rejected just that', async () => {
    const gate = await gated('block')
    answering(gate, 'run_tests', ({ note }) =>
      typeof note === 'number' ? text('Invalid arguments: note', true) : text('tests passed'),
    )
    expect(await gate.text('run_tests', { release_id: 'r1', note: 5 })).toContain(
      'mcpgraphy note: run_tests was called against its schema: note must be string.',
    )
    const refused = await gate.text('run_tests', { release_id: 'r2', note: 6 })
    expect(refused).toContain(
      'mcpgraphy refused run_tests: called against its schema: note must be string; the server rejected that before (1 observation).',
    )
    expect(gate.server.calls.filter(each => each === 'run_tests')).toHaveLength(1)
    expect(notes(await gate.text('run_tests', { release_id: 'r2', note: 'x' }))).toEqual([])
    // another way of breaking it was never rejected
    expect(await gate.text('run_tests', { release_id: 'r2', more: 1 })).toContain('more is not a parameter')
    expect(gate.server.calls.filter(each => each === 'run_tests')).toHaveLength(3)
  })

  it('put a failure down to the arguments, whatever its words', async () => {
    const gate = await gated('warn')
    answering(gate, 'run_tests', () => text("Cannot read properties of undefined (reading 'map')", true))
    await gate.call('run_tests', { release_id: 'r1', note: 5 })
    expect((await gate.memory.model()).tools.get('run_tests')).toMatchObject({
      failed: 0,
      other: new Map([['arguments', 1]]),
    })
  })

  it('are one note beside what the evidence says, each on a line of its own', async () => {
    const { text, call } = await gated('warn')
    await call('run_tests', { release_id: 'r4' })
    await call('publish_release', { release_id: 'r4' })
    for (const id of ['r1', 'r2', 'r3']) await call('publish_release', { release_id: id })
    const said = notes(await text('publish_release', { release_id: 'r5', note: 5 }))
    expect(said).toHaveLength(2)
    expect(said[0]).toContain('publish_release was observed to fail from state [')
    expect(said[1]).toContain('publish_release was called against its schema: note must be string.')
  })
})

describe('a success without change', () => {
  it('is told where the tool was seen to change something before, and the line says it of that state', async () => {
    const { text, memory } = await gated('warn')
    expect(notes(await text('run_tests', { release_id: 'r1' }))).toEqual([])
    const again = await text('run_tests', { release_id: 'r1' })
    expect(notes(again)).toEqual([
      'mcpgraphy note: run_tests succeeded and changed nothing that can be read of release:r1: it may have been so already.',
    ])
    expect(again).toContain('run_tests -> nothing changes')
    expect((await memory.model()).tools.get('run_tests')).toMatchObject({ ok: 2, changed: 1, unchanged: 1 })
  })

  it('is not told of a tool that was never seen to change what can be read', async () => {
    const gate = await gated('warn')
    answering(gate, 'run_tests', () => text('commented'))
    for (const id of ['r1', 'r2']) expect(notes(await gate.text('run_tests', { release_id: id }))).toEqual([])
    expect((await gate.memory.model()).tools.get('run_tests')).toMatchObject({ changed: 0, unchanged: 2 })
  })

  it('is told at once where there is nothing', async () => {
    const gate = await gated('warn')
    answering(gate, 'run_tests', () => text('{"success":true}'))
    expect(notes(await gate.text('run_tests', { release_id: 'gone' }))).toEqual([
      'mcpgraphy note: run_tests succeeded and changed nothing: release:gone did not exist before it and does not exist now.',
    ])
  })
})

describe('an outcome that is neither', () => {
  it('done in part is told with its first failure, and teaches nothing', async () => {
    const gate = await gated('warn')
    answering(gate, 'run_tests', () => text('{"deleted":["a"],"failed":[{"item":"b","error":"is locked"}]}'))
    expect(notes(await gate.text('run_tests', { release_id: 'r1' }))).toEqual([
      'mcpgraphy note: run_tests was done only in part: is locked. Read again what it names before you repeat it.',
    ])
    expect((await gate.memory.model()).tools.get('run_tests')).toMatchObject({
      ok: 0,
      failed: 0,
      other: new Map([['partial', 1]]),
    })
  })

  it.each(['gone', 'cancelled'])('a call that was never sent (%s) is kept as such', async reason => {
    const { call, memory, server, told } = await gated('warn')
    await call(
      'publish_release',
      { release_id: 'r1' },
      { signal: AbortSignal.abort(reason), forward: unsent },
    )
    expect(server.calls).not.toContain('publish_release r1')
    expect(told).toEqual([])
    const tool = (await memory.model()).tools.get('publish_release')
    expect(tool).toMatchObject({ ok: 0, failed: 0, other: new Map([['unsent', 1]]) })
    expect(tool?.edges.size).toBe(0)
  })

  it('a call that the server was gone for when it was to be sent is kept as such too', async () => {
    const { call, memory } = await gated('warn')
    await call('publish_release', { release_id: 'r1' }, { forward: unsent })
    expect((await memory.model()).tools.get('publish_release')?.other).toEqual(new Map([['unsent', 1]]))
  })
})

const unsent = async () => ({ kind: 'gone', unsent: true }) as const
