import { mkdtempSync, readdirSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openJournal } from '../../../src/lab/offers/journal.ts'

const place = () => join(mkdtempSync(join(tmpdir(), 'mcpgraphy-journal-')), 'actions')
const result = { content: [{ type: 'text', text: 'done' }] }

describe('the journal of actions', () => {
  it('knows a key from its claim on, in whichever process', async () => {
    const folder = place()
    const journal = openJournal(folder, 'shop')
    expect(journal.look('k')).toEqual({ kind: 'new' })
    expect(await journal.begin('k', 'request')).toBe(true)
    const other = openJournal(folder, 'shop')
    expect(other.look('k')).toEqual({ kind: 'begun', request: 'request' })
    await journal.finish('k', 'request', result)
    expect(other.look('k')).toEqual({ kind: 'done', request: 'request', result })
  })

  it('gives a key to one of many who want it', async () => {
    const folder = place()
    const journals = Array.from({ length: 8 }, () => openJournal(folder, 'shop'))
    const claims = await Promise.all(journals.map(each => each.begin('k', 'request')))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it('keeps the keys of servers apart', async () => {
    const folder = place()
    await openJournal(folder, 'shop').begin('k', 'request')
    expect(openJournal(folder, 'bank').look('k')).toEqual({ kind: 'new' })
  })

  it('takes a file that was half written for a claim: it was begun', async () => {
    const folder = place()
    const journal = openJournal(folder, 'shop')
    await journal.begin('k', 'request')
    await journal.finish('k', 'request', result)
    const file = join(folder, readdirSync(folder)[0] ?? '')
    truncateSync(file, 20)
    expect(journal.look('k')).toEqual({ kind: 'begun', request: undefined })
    truncateSync(file, 0)
    expect(journal.look('k')).toEqual({ kind: 'begun', request: undefined })
    expect(await journal.begin('k', 'request')).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('is for its user alone', async () => {
    const folder = place()
    const journal = openJournal(folder, 'shop')
    await journal.begin('k', 'request')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, readdirSync(folder)[0] ?? '')).mode & 0o777).toBe(0o600)
  })

  it('says what to do where it cannot be kept: a file, or a link to elsewhere', () => {
    const [file, link] = [place(), place()]
    writeFileSync(file, '')
    symlinkSync(tmpdir(), link)
    for (const folder of [file, link])
      expect(() => openJournal(folder, 'shop')).toThrow(/record of the actions .* cannot be used/)
  })
})
