import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apply, isChange, stands } from '../../src/hosts/apply.ts'
import { planWrap } from '../../src/hosts/plan.ts'
import { readConfig } from '../../src/hosts/read.ts'
import { foundAt, proxyFor } from './samples.ts'

async function planned() {
  const path = join(mkdtempSync(join(tmpdir(), 'mcpgraphy-apply-')), '.mcp.json')
  writeFileSync(path, '{"mcpServers": {"a": {"command": "x"}}}')
  const read = await readConfig(foundAt(path))
  if (read.kind !== 'config') throw new Error('a config')
  return planWrap(read.config, { proxyFor, wants: () => true, forbidden: undefined })
}

describe('a change that is written', () => {
  it('stands, or was put back by a host that keeps its file in memory', async () => {
    const plan = await planned()
    expect(isChange(plan)).toBe(true)
    await apply(plan)
    expect(readFileSync(plan.config.path).equals(plan.bytes)).toBe(true)
    expect(await stands(plan, 0)).toBe(true)
    writeFileSync(plan.config.path, plan.config.bytes)
    expect(await stands(plan, 0)).toBe(false)
  })
})
