import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hosts } from '../../src/hosts/table.ts'
import { tablePage } from './table-page.ts'

describe('the page of hosts', () => {
  it('says what the table says', async () => {
    await expect(tablePage()).toMatchFileSnapshot(resolve(import.meta.dirname, '../../docs/hosts-table.md'))
  })

  it('has each host under its own name', () => {
    expect(new Set(hosts.map(({ id }) => id)).size).toBe(hosts.length)
  })
})
