import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../src/adapter/load.ts'
import { bundledAdapters } from '../../src/adapter/ready-made.ts'
import { indexFile, verifiedIn } from './index-file.ts'
import { listOf, recorded } from './known.ts'

const folder = resolve(import.meta.dirname, '../../adapters')

describe('the index of the bundled adapters (npx vitest run test/adapters/index.test.ts -u writes it)', () => {
  it('says of each what its file says, and which tools its server listed', async () => {
    await expect(indexFile()).toMatchFileSnapshot(`${folder}/index.json`)
  })

  it('has every adapter of the folder, and each was held against a list', () => {
    const files = readdirSync(folder).filter(
      file => file.endsWith('.json') && file !== 'index.json' && !file.endsWith('.schema.json'),
    )
    expect(files.map(file => file.slice(0, -'.json'.length)).sort()).toEqual(recorded)
    expect(bundledAdapters().map(each => each.name)).toEqual(recorded)
  })

  it.each(recorded)('%s was verified with the version whose list is kept', name => {
    const { package: from, version } = listOf(name)
    expect(verifiedIn(name)).toMatchObject({
      package: from,
      version,
      on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(['live', 'answers', 'tools']).toContain(verifiedIn(name).how)
    expect(loadAdapter(`${folder}/${name}.json`).serverId).toBe(name)
  })
})
