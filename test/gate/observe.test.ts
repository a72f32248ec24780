import { describe, expect, it } from 'vitest'
import { parseAdapter } from '../../src/adapter/load.ts'
import type { Reading } from '../../src/adapter/read.ts'
import { rolesOf } from '../../src/adapter/roles.ts'
import { createCatalogue } from '../../src/gate/catalogue.ts'
import { createObserver } from '../../src/gate/observe.ts'
import type { JsonObject } from '../../src/json.ts'
import type { Answer } from '../../src/relay/intercept.ts'
import { messageOf } from '../../src/relay/message.ts'

const paged = parseAdapter(
  JSON.stringify({
    server_id: 'chat',
    resources: [
      {
        resource_class: 'channel',
        observation_tool: 'list_channels',
        id_param: 'channel_id',
        observation_args: { limit: 2 },
        find: { in: 'channels', key: 'id', pages: { param: 'cursor', next: 'next' } },
        missing: [{ empty: true }],
        read: { reuse_ms: 100 },
      },
    ],
  }),
  'chat',
)
const [channel] = rolesOf(paged, 'post', { channel_id: 'c3' })

describe('an observer of a paged list', () => {
  it('reads page after page until the item is there, and uses the reading again as long as its class allows', async () => {
    let clock = 0
    const asked: JsonObject[] = []
    const observer = createObserver(createCatalogue(), () => clock)
    const ask = async (reading: Reading) => {
      asked.push(reading.arguments)
      const isFirst = reading.arguments.cursor === undefined
      return answer({
        channels: [{ id: isFirst ? 'c1' : 'c3', archived: !isFirst }],
        next: isFirst ? 'x' : '',
      })
    }
    expect((await observer.look(channel!, ask)).state).toBe('archived=true')
    clock = 100
    await observer.look(channel!, ask)
    expect(asked).toEqual([{ limit: 2 }, { limit: 2, cursor: 'x' }])
    clock = 101
    await observer.look(channel!, ask)
    expect(asked).toHaveLength(4)
  })

  it('gives all pages together the time of one reading', async () => {
    let clock = 0
    const given: number[] = []
    const observer = createObserver(createCatalogue(), () => clock)
    const sight = await observer.look(channel!, async (_, timeoutMs) => {
      given.push(timeoutMs)
      clock += 2000
      return clock > 5000 ? { kind: 'timeout' } : answer({ channels: [], next: `p${clock}` })
    })
    expect(given).toEqual([5000, 3000, 1000])
    expect(sight.state).toBeNull()
  })
})

function answer(body: JsonObject): Answer {
  const result = { content: [{ type: 'text', text: JSON.stringify(body) }] }
  return { kind: 'answer', message: messageOf({ jsonrpc: '2.0', id: 1, result }) }
}
