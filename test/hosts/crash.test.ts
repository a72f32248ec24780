import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { build } from 'rolldown'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeFileAtOnce } from '../../src/hosts/write.ts'

const script = resolve(import.meta.dirname, '../fixtures/crash-write.mjs')
const write = join(mkdtempSync(join(tmpdir(), 'mcpgraphy-write-')), 'write.mjs')

let folder: string

beforeAll(async () => {
  const input = resolve(import.meta.dirname, '../../src/hosts/write.ts')
  await build({ input, platform: 'node', output: { file: write, format: 'esm' } })
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-crash-'))
})

/** The file after a process that wrote it ended itself before one call into the file system. */
async function killedAt(
  step: number,
  how: readonly string[] = [],
): Promise<{ content: string; isDone: boolean }> {
  const path = join(folder, `${step}${how.join('')}.json`)
  writeFileSync(path, 'before')
  const { stdout } = await execa(process.execPath, [script, write, path, 'kill', String(step), ...how], {
    reject: false,
  })
  const text = readFileSync(path, 'utf8')
  const isWhole = text === 'before' || text === 'after'.repeat(20_000)
  return { content: isWhole ? text.slice(0, 6) : 'torn', isDone: stdout === 'done' }
}

describe('nobody ever reads half a file', () => {
  it('where a call into the file system fails, whichever it is: it is the old one or the new one, and no draft is left', async () => {
    const { stdout } = await execa(process.execPath, [script, write, folder, 'throw'])
    const results: { code: string; content: string; left: number }[] = JSON.parse(stdout)
    expect(results.length).toBeGreaterThan(10)
    for (const { code, content, left } of results) {
      expect({ code, content, left }).toEqual(
        code === 'written'
          ? { code, content: 'after', left: 0 }
          : { code: 'file-not-written', content: 'before', left: 0 },
      )
    }
  })

  it('where the process is killed, before whichever call', async () => {
    const steps = Array.from({ length: 24 }, (_, index) => index + 1)
    const results = await Promise.all([
      ...steps.map(step => killedAt(step)),
      ...[3, 4, 5].map(step => killedAt(step, ['half'])),
    ])
    expect(results.filter(({ content }) => content === 'torn')).toEqual([])
    expect(results.some(({ isDone }) => isDone)).toBe(true)
    expect(results.some(({ content, isDone }) => !isDone && content === 'before')).toBe(true)
    expect(results.some(({ content, isDone }) => !isDone && content === 'aftera')).toBe(true)
  })

  it('where several write at once: one does, and the others are told', async () => {
    const path = join(folder, 'a.json')
    writeFileSync(path, 'before')
    const writers = Array.from({ length: 8 }, (_, index) => `after ${index}`)
    const codes = await Promise.all(
      writers.map(bytes =>
        writeFileAtOnce({ path, bytes, expected: Buffer.from('before') }).then(
          () => 'written',
          (error: { code: string }) => error.code,
        ),
      ),
    )
    expect(codes.filter(code => code === 'written')).toHaveLength(1)
    expect(codes.filter(code => code === 'file-changed')).toHaveLength(7)
    expect(readFileSync(path, 'utf8')).toBe(writers[codes.indexOf('written')])
  })
})
