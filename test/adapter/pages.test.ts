import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResourceRule } from '../../src/adapter/adapter.ts'
import { nextPage } from '../../src/adapter/pages.ts'
import { observationOf, readingOf } from '../../src/adapter/read.ts'
import type { JsonObject } from '../../src/json.ts'
import { rule, text } from './helpers/corpus.ts'

const byCursor = rule({
  find: { in: 'channels', key: 'id', pages: { param: 'cursor', next: 'meta.next_cursor' } },
  observation_args: { limit: 2 },
  missing: [{ empty: true }],
})
const byNumber = rule({
  find: { in: 'items', key: 'id', pages: { param: 'page', most: 4 } },
  observation_args: {},
  missing: [{ empty: true }],
})

describe('a list that comes in pages', () => {
  it('is read on by the cursor until the item is found, with the other arguments as they were', () => {
    const asked: JsonObject[] = []
    const seen = readAll(byCursor, 'c3', args => {
      asked.push(args)
      return args.cursor === undefined
        ? { channels: [{ id: 'c1' }], meta: { next_cursor: 'p2' } }
        : { channels: [{ id: 'c3', archived: true }], meta: { next_cursor: 'p3' } }
    })
    expect(seen).toEqual({ kind: 'seen', fields: { id: 'c3', archived: true } })
    expect(asked).toEqual([{ limit: 2 }, { limit: 2, cursor: 'p2' }])
  })

  it.each(['', null, false, undefined])('has ended where the next cursor is %j', next => {
    const end = { channels: [], meta: next === undefined ? {} : { next_cursor: next } }
    expect(readAll(byCursor, 'c9', () => end)).toEqual({ kind: 'absent' })
  })

  it('does not go round in circles with a server that names the same page again', () => {
    let calls = 0
    const seen = readAll(byCursor, 'c9', () => {
      calls++
      return { channels: [{ id: 'c1' }], meta: { next_cursor: 'same' } }
    })
    expect(calls).toBe(2)
    expect(seen).toMatchObject({ kind: 'unread', why: expect.stringContaining('there are more') })
  })

  it('says that it does not know, rather than absent, where the adapter allows no more pages', () => {
    let calls = 0
    const endless = readAll(byNumber, '-1', args => {
      calls++
      return { items: [{ id: args.page ?? 1 }] }
    })
    expect([calls, endless.kind]).toEqual([4, 'unread'])
  })

  it('is not absent where a result shows no list at all', () => {
    expect(readAll(byCursor, 'c1', () => ({ other: [] }))).toMatchObject({
      kind: 'unread',
      why: 'the result has no list at "channels"',
    })
  })

  it('stops at a page that fails', () => {
    const seen = readAll(byNumber, '7', args =>
      args.page === 2 ? { error: 'rate limited' } : { items: [{ id: 1 }] },
    )
    expect(seen).toMatchObject({ kind: 'unread', why: expect.stringContaining('rate limited') })
  })

  it('shows every item of every list that fits, and nothing else is there', () => {
    const lists = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 })
    fc.assert(
      fc.property(
        lists,
        fc.integer({ min: 8, max: 20 }),
        fc.integer({ min: 1, max: 60 }),
        (ids, size, id) => {
          const page = ({ page = 1 }: JsonObject) => {
            const start = (Number(page) - 1) * size
            return { items: ids.slice(start, start + size).map(each => ({ id: each })) }
          }
          const many = rule({
            ...{ find: { in: 'items', key: 'id', pages: { param: 'page' } }, observation_args: {} },
            missing: [{ empty: true }],
          })
          const expected = ids.includes(id) ? { kind: 'seen', fields: { id } } : { kind: 'absent' }
          expect(readAll(many, String(id), page)).toEqual(expected)
        },
      ),
    )
  })
})

/** Reads as the proxy does: page after page, as long as there is a next one. */
function readAll(of: ResourceRule, id: string, server: (args: JsonObject) => object) {
  let reading = readingOf(of, [id])
  for (let page = 1; ; page++) {
    const answer = text(JSON.stringify(server(reading.arguments)))
    const next = nextPage(of, [id], reading, answer, page)
    if (next === undefined) return observationOf(of, [id], answer)
    reading = next
  }
}
