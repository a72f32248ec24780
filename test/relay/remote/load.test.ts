import { describe, expect, it } from 'vitest'
import { eventOf, greeted, resultOf, type Seen } from '../../helpers/web.ts'
import { call } from '../rig.ts'
import { ofThisTest } from './servers.ts'

const { serve, rigFor } = ofThisTest()
const inSession = (answer: (seen: Seen) => void) => (seen: Seen) => void (greeted(seen) ?? answer(seen))
const megabyte = 1 << 20

describe('a remote server under load', () => {
  const asEvent = (seen: Seen, text: string) => {
    seen.events(`data: ${text}\n\n`)
    seen.response.end()
  }
  const asJson = (seen: Seen, text: string) => seen.json(text)

  it.each([
    ['an event', asEvent],
    ['JSON', asJson],
  ])('gives a result of 24 MB as %s, byte for byte', async (_, answer) => {
    const text = 'é0123456789abcd'.repeat((24 * megabyte) / 16)
    const web = await serve(inSession(seen => answer(seen, JSON.stringify(resultOf(seen, { text })))))
    const rig = rigFor(web.url)
    await rig.begin()
    rig.send(call(1, 'big'))
    await rig.untilThereAre(24 * megabyte)
    const line = await rig.nextLine()
    expect(line === JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text } })).toBe(true)
  })

  it('takes a request of 24 MB to the server', async () => {
    const web = await serve(
      inSession(seen => seen.json(resultOf(seen, { length: JSON.stringify(seen.body.params).length }))),
    )
    const rig = rigFor(web.url)
    await rig.begin()
    const params = { name: 'big', arguments: { text: 'x'.repeat(24 * megabyte) } }
    rig.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(await rig.next()).toMatchObject({ result: { length: JSON.stringify(params).length } })
  })

  it('keeps many answers whole that come at once and in pieces', async () => {
    const text = 'y'.repeat(70_000)
    const web = await serve(
      inSession(seen => {
        const bytes = Buffer.from(eventOf(resultOf(seen, { text, id: seen.body.id ?? null })))
        seen.events()
        const step = (at: number) => {
          if (at >= bytes.length) return seen.response.end()
          seen.response.write(bytes.subarray(at, at + 9000))
          return setImmediate(step, at + 9000)
        }
        step(0)
      }),
    )
    const rig = rigFor(web.url)
    await rig.begin()
    const ids = Array.from({ length: 50 }, (_, id) => id)
    for (const id of ids) rig.send(call(id, 'x'))
    const answers = []
    for (const _ of ids) answers.push(await rig.next())
    expect(answers.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual(ids)
    for (const { id, result } of answers) expect(result).toEqual({ text, id })
  })

  it('does not read on while the host does not', async () => {
    const piece = eventOf({ jsonrpc: '2.0', method: 'n', params: { text: 'z'.repeat(megabyte) } })
    const count = 80
    let written = 0
    const web = await serve(
      inSession(async ({ response, ...seen }) => {
        seen.events()
        for (; written < count; written++)
          if (!response.write(piece)) await new Promise(resolve => response.once('drain', resolve))
        response.end(eventOf({ jsonrpc: '2.0', id: seen.body.id, result: {} }))
      }),
    )
    const rig = rigFor(web.url)
    await rig.begin()
    rig.send(call(1, 'flood'))
    await untilStill(() => written)
    expect(written).toBeLessThan(count / 2)
    let got = 0
    while ((await rig.next()).method === 'n') got++
    expect(got).toBe(count)
  })
})

/** Waits until a count no longer grows. */
async function untilStill(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count()
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
