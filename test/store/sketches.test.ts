import { describe, expect, it } from 'vitest'
import { open, place, raw } from './place.ts'

const sketch = (tool: string, text: string, failed = false) => ({ tool, failed, text })

describe('sketches of calls', () => {
  it('are kept a few of each tool, successes and failures apart, and come back by server', async () => {
    const store = await open()
    const room = []
    for (const text of ['a', 'b', 'b', 'c', 'd', 'e'])
      room.push(await store.addSketch('s', sketch('get', text)))
    expect(room).toEqual([true, true, true, true, false, false])
    expect(await store.addSketch('s', sketch('get', 'f', true))).toBe(true)
    await store.addSketch('other', sketch('get', 'x'))
    expect((await store.sketches('s')).map(each => `${each.failed} ${each.text}`)).toEqual([
      'false a',
      'false b',
      'false c',
      'false d',
      'true f',
    ])
    expect(await store.sketches('nobody')).toEqual([])
  })

  it('are bounded for a server with any number of tools', async () => {
    const store = await open()
    for (let tool = 0; tool < 620; tool++) await store.addSketch('s', sketch(`t${tool}`, 'x'))
    expect(await store.sketches('s')).toHaveLength(600)
  })

  it('have their table also in a database of the form before', async () => {
    const path = place()
    const store = await open(path)
    await store.close()
    const database = raw(path)
    database.exec('DROP TABLE sketch; PRAGMA user_version = 1')
    const again = await open(path)
    expect(await again.addSketch('s', sketch('get', 'half a \ud800 pair'))).toBe(true)
    expect((await again.sketches('s'))[0]?.text).toBe('half a \ud800 pair')
  })
})
