import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftAdapter } from '../../src/adapter/draft/draft.ts'
import type { Sample } from '../../src/adapter/draft/evidence.ts'
import { sketchOf } from '../../src/adapter/sketch.ts'
import type { Json, JsonObject } from '../../src/json.ts'
import { corpus, failure, text } from './helpers/corpus.ts'

const mark = (id: string) => `id-000${createHash('sha256').update(id).digest('hex').slice(0, 10)}`

describe('a sketch of a call', () => {
  it('keeps fields, words and switches, and replaces texts, names, times and numbers by others of their kind', () => {
    const order = {
      id: 'order-4711',
      status: 'in_progress',
      paid: false,
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
      total: 1999.5,
      note: 'leave it with the neighbours',
      created_at: '2026-11-30T08:17:53Z',
      lines: [{ sku: 'A-77', count: 3 }],
      parent: null,
    }
    const sketch = sketchOf({ order_id: 'order-4711' }, text(JSON.stringify(order)), mark)
    const [{ text: body }] = sketch!.result.content as unknown as [{ text: string }]
    expect(sketch!.arguments).toEqual({ order_id: mark('order-4711') })
    expect(JSON.parse(body)).toMatchObject({
      id: mark('order-4711'),
      status: 'in_progress',
      paid: false,
      total: 2,
      note: 'some text',
      created_at: '2000-01-01T00:00:00Z',
      parent: null,
    })
    expect(JSON.stringify(sketch)).not.toMatch(/4711|Ann|example|neighbours|1999/)
  })

  it('keeps the lines of prose that are fields, and the words for "not there"', () => {
    const prose = text('## Details\n**Status:** pending\n**Notes:** buy milk for Ann\nAll about the milk.')
    expect(sketchOf({}, prose, mark)!.result.content).toEqual([
      { type: 'text', text: 'some text\n**Status:** pending\n**Notes:** some text\nsome text' },
    ])
    expect(sketchOf({ id: 'x9' }, failure('Task x9 of Ann was not found'), mark)!.result).toEqual({
      content: [{ type: 'text', text: 'some text not found' }],
      isError: true,
    })
  })

  it('is not made of what is too large', () => {
    const large = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`field_${'x'.repeat(40)}${at}`, { a: 'b c', d: 'e f' }]),
    )
    expect(sketchOf({}, text(JSON.stringify([large, large, large, large])), mark)).toBeUndefined()
  })

  it('holds no text of more than one word, no number and no id of any answer', () => {
    const secret = fc.stringMatching(/^[A-Z][a-z]{5,9} [A-Z][a-z]{5,9} \d{5}$/)
    const value = fc.letrec<{ any: Json }>(tie => ({
      any: fc.oneof(
        { depthSize: 'small' },
        secret,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('status', 'id', 'note', 'items', 'owner', 'data'), tie('any')),
      ),
    })).any
    fc.assert(
      fc.property(value, secret, (answer, id) => {
        const sketch = sketchOf({ id }, text(JSON.stringify({ answer })), mark)
        expect(JSON.stringify(sketch ?? null)).not.toMatch(/[A-Z][a-z]{5,9} [A-Z]/)
      }),
    )
  })
})

describe('a draft from sketches', () => {
  it.each(['filesystem', 'memory', 'kazuph-taskmanager', 'ohno', 'shrimp'])(
    'of %s reads as one from the answers themselves',
    server => {
      const { tools, transcript } = corpus(server)
      const samples = transcript.flatMap(({ request, result, error }): Sample[] => {
        const answer = result ?? error
        return answer === undefined
          ? []
          : [{ tool: request.name, arguments: request.arguments, result: answer }]
      })
      const sketches = samples.flatMap(sample => {
        const sketch = sketchOf(sample.arguments, sample.result, mark)
        return sketch === undefined
          ? []
          : [{ tool: sample.tool, ...(sketch as { arguments: JsonObject; result: JsonObject }) }]
      })
      const of = (seen: readonly Sample[]) =>
        draftAdapter({ server, tools, samples: seen }).adapter?.resources.map(
          ({ features: _, missing: __, ...block }) => block,
        )
      expect(of(sketches)).toEqual(of(samples))
      const features = draftAdapter({ server, tools, samples: sketches }).adapter?.resources[0]?.features
      expect(features?.length ?? 0).toBeGreaterThan(0)
    },
  )
})
