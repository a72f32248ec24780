import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examineDatabase, usualLimits } from '../../src/doctor/database.ts'
import type { Folder } from '../../src/project/paths.ts'
import { openStore } from '../../src/store/open.ts'

function folder(): Folder {
  return { path: join(mkdtempSync(join(tmpdir(), 'mcpgraphy-doctor-')), '.mcpgraphy'), of: 'project' }
}

async function faults(where: Folder, limits: Partial<typeof usualLimits>) {
  const examined = await examineDatabase(where, { ...usualLimits, ...limits })
  await examined.close()
  return examined.findings
    .filter(({ level }) => level !== 'ok')
    .map(({ level, check, what }) => `${level} ${check}: ${what}`)
}

describe('the room for what is learned', () => {
  it('is told where it is little, or where nothing can be learned any more', async () => {
    expect(await faults(folder(), { littleRoom: 1e18 })).toEqual([
      expect.stringMatching(/^warning disk: .* are free on the disk\.$/),
    ])
    expect(await faults(folder(), { noRoom: 1e18 })).toEqual([expect.stringMatching(/^problem disk: /)])
  })

  it('is looked for without making anything', async () => {
    const where = folder()
    expect(await faults(where, {})).toEqual([])
    expect(existsSync(where.path)).toBe(false)
  })
})

it('says that a database is large, and leaves a long log to its own command', async () => {
  const where = folder()
  const store = await openStore(join(where.path, 'graph.sqlite'))
  const entry = { session: 's', tool: 't', resources: [], requestDigest: 'r', replyDigest: 'none' as const }
  await store.record({ ...entry, server: 'orders', at: 1, decision: 'refused', reason: '' })
  await store.close()
  expect(await faults(where, { bytes: 1 })).toEqual([
    expect.stringMatching(/^warning database: The database is large: 0\.1 MB/),
  ])
  const { findings, close } = await examineDatabase(where, { ...usualLimits, calls: 0 })
  await close()
  expect(findings.map(({ what }) => what)).toContain(
    'The log of orders is long; verify it with mcpgraphy log --verify.',
  )
})
