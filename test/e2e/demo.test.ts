import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { playground, program } from '../helpers/host.ts'

let home: string
let folder: string
let told: { stdout: string; stderr: string; exitCode?: number | undefined }

const run = (...args: string[]) =>
  execa(process.execPath, [program, ...args], {
    env: { HOME: home, PATH: process.env.PATH, NO_COLOR: '1' },
    extendEnv: false,
    reject: false,
  })

beforeAll(async () => {
  home = await playground()
  folder = join(home, 'play')
  told = await run('demo', folder)
}, 60_000)

/** What the story tells between the line of a call and the next blank line. */
function scene(call: string, act: 1 | 2): string {
  const [, first = '', second = ''] = told.stdout.split(/^Act \d/m)
  const text = act === 1 ? first : second
  return text.slice(text.indexOf(`agent      ${call}`)).split('\n\n')[0] ?? ''
}

describe('the demo, played by the built program before the real server', () => {
  it('lets every mistake through in the first act, and says from which state it failed', () => {
    expect(told).toMatchObject({ exitCode: 0, stderr: '' })
    expect(scene('edit_file draft.md', 1)).toMatch(/fails\n.*ENOENT[\s\S]*\[exists=false\] no: edit_file/)
    expect(scene('edit_file report.md', 1)).toContain(
      'note: edit_file was observed to fail from state [exists=false] (1 observation)',
    )
    expect(scene('edit_file notes.md, wrong text', 1)).toMatch(/fails\n.*Could not find exact match/)
    expect(scene('edit_file notes.md  ok', 1)).toContain('+The launch is on Tuesday.')
    expect(scene('move_file notes.md to final.md', 1)).toContain('Successfully moved')
  })

  it('refuses the same mistakes in the second, with what was seen, and does not send them', () => {
    const edit = scene('edit_file draft.md', 2)
    expect(edit).toContain('refused edit_file: observed to fail from state [exists=false] (2 observations)')
    expect(edit).toContain('The call was not sent to the server.')
    expect(edit).not.toContain('server     ')
    expect(scene('move_file draft.md', 2)).toContain('refused move_file')
  })

  it('lets the right edit through, holds the move that nobody approved, and lists what a file allows', () => {
    expect(scene('edit_file final.md', 2)).toContain('+The launch is on Wednesday.')
    expect(scene('move_file final.md', 2)).toContain('mcpgraphy mode files --approve move_file')
    expect(scene('mcpgraphy_affordances final.md', 2)).toMatch(
      /edit_file \[CANDIDATE; OBSERVED_SUPPORTED\][\s\S]*never tried from here \[UNKNOWN_UNTESTED\]: /,
    )
    expect(readFileSync(join(folder, 'work', 'final.md'), 'utf8')).toContain('Wednesday')
    expect(existsSync(join(folder, 'work', 'notes.md'))).toBe(false)
  })

  it('ends with commands that work', async () => {
    const commands = [...told.stdout.matchAll(/^ {2}mcpgraphy (.+--db .+)$/gm)].map(([, words = '']) => words)
    expect(commands).toHaveLength(3)
    for (const words of commands) expect(await run(...words.split(' '))).toMatchObject({ exitCode: 0 })
  })

  it('plays again in its own folder, as one JSON document, and as it was told', async () => {
    const { stdout, exitCode } = await run('demo', folder, '--json')
    const { as_told, events } = JSON.parse(stdout)
    expect({ as_told, exitCode }).toEqual({ as_told: true, exitCode: 0 })
    expect(events.every((event: { as_told?: boolean }) => event.as_told !== false)).toBe(true)
  })

  it('leaves a folder alone that is not its own', async () => {
    const mine = await playground({ 'a.txt': 'mine' })
    const { stderr, exitCode } = await run('demo', mine)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('is not empty, and what is in it is not from a demo.')
    expect(readFileSync(join(mine, 'a.txt'), 'utf8')).toBe('mine')
  })
})
