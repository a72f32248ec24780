import { describe, expect, it } from 'vitest'
import type { Intercept } from '../../src/relay/intercept.ts'
import { call, startRig } from './rig.ts'

const pass = async () => undefined
const gate = (admits: boolean): Intercept => ({ list: pass, call: pass, admitsUnseen: () => admits })
const hidden = [
  [
    'a batch',
    `[${JSON.stringify(call('b1', 'echo', { n: 1 }))},{"jsonrpc":"2.0","id":"b2","method":"ping"}]`,
  ],
  [
    'a batch that spells the method with escapes',
    '[{"jsonrpc":"2.0","id":"b1","method":"tools\\/call","params":{}},{"jsonrpc":"2.0","id":"b2","method":"ping"}]',
  ],
] as const

describe('a tool call that nobody can look at', () => {
  it.each(hidden)(
    'in %s gets an error for each request in it where it is not let through',
    async (_what, line) => {
      const rig = startRig('scripted.mjs', { intercept: Promise.resolve(gate(false)) })
      rig.send(line)
      expect(await rig.next()).toMatchObject({
        id: 'b1',
        error: { code: -32600, message: expect.stringContaining('Nothing of this line was sent') },
      })
      expect(await rig.next()).toMatchObject({ id: 'b2', error: { code: -32600 } })
      rig.send(call('after', 'echo', { n: 2 }))
      expect(await rig.next()).toMatchObject({ id: 'after' })
    },
  )

  it('without an id is dropped, and under an id in flight refused', async () => {
    const rig = startRig('scripted.mjs', { intercept: Promise.resolve(gate(false)) })
    rig.send('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"exit","arguments":{"code":3}}}')
    rig.send(call('same', 'never'))
    rig.send(call('same', 'exit', { code: 4 }))
    expect(await rig.next()).toMatchObject({ id: 'same', error: { code: -32600 } })
    rig.send(call('after', 'echo', {}))
    expect(await rig.next()).toMatchObject({ id: 'after' })
  })

  it('goes through as it came where it may, and where nobody looks', async () => {
    for (const intercept of [
      Promise.resolve(gate(true)),
      Promise.resolve({ list: pass, call: pass }),
      Promise.resolve(undefined),
    ]) {
      const rig = startRig('echo.mjs', { intercept })
      const [, line] = hidden[0]
      rig.send(line)
      expect(await rig.nextLine()).toBe(line)
    }
  })

  it('is not seen in a batch of other requests', async () => {
    const rig = startRig('echo.mjs', { intercept: Promise.resolve(gate(false)) })
    const line =
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x","params":{"about":"tools/call"}}]'
    rig.send(line)
    expect(await rig.nextLine()).toBe(line)
  })
})
