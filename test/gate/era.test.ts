import { describe, expect, it } from 'vitest'
import { clientOf, isModern, metaForReading, resultFor } from '../../src/gate/era.ts'

const modern = {
  method: 'tools/call',
  params: {
    name: 'x',
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'host', version: '9' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      progressToken: 5,
    },
  },
}
const earlier = { method: 'tools/call', params: { name: 'x', _meta: { progressToken: 5 } } }

describe('the era of a request', () => {
  it('is told by what it says of itself', () => {
    expect([isModern(modern), isModern(earlier), isModern({})]).toEqual([true, false, false])
  })

  it('goes with our readings, without capabilities and without a progress token', () => {
    expect(metaForReading(modern)).toEqual({
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'host', version: '9' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    })
    expect(metaForReading(earlier)).toEqual({})
  })

  it('decides whether a result of ours says that it is complete', () => {
    expect(resultFor(modern, { content: [] })).toEqual({ resultType: 'complete', content: [] })
    expect(resultFor(earlier, { content: [] })).toEqual({ content: [] })
  })

  it('tells where the host says who it is', () => {
    expect(clientOf(modern, {})).toEqual({ name: 'host', version: '9' })
    expect(clientOf(earlier, {})).toEqual({ name: '', version: '' })
  })
})
