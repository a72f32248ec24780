import { expect, it } from 'vitest'
import { longestToAnnotate } from '../../src/gate/annotate.ts'
import { messageOf } from '../../src/relay/message.ts'
import { gated } from '../helpers/gate.ts'

it('a call with an answer of many megabytes is kept without parsing it, and its resource is read again', async () => {
  const { call, server, memory } = await gated('warn')
  const text = 'x'.repeat(longestToAnnotate)
  const long = messageOf({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }] } })
  const message = {
    ...long,
    value(): never {
      throw new Error('it was parsed')
    },
  }
  const reading = call(
    'run_tests',
    { release_id: 'r1' },
    { forward: async () => ({ kind: 'answer', message }) },
  )
  // The test's own host does parse it.
  await expect(reading).rejects.toThrow('it was parsed')
  expect(server.calls.filter(each => each === 'get_release r1')).toHaveLength(2)
  expect((await memory.model()).tools.get('run_tests')?.other.get('too-long')).toBe(1)
})
