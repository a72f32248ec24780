import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { filesystemProxy, playground, program } from '../helpers/host.ts'
import type { Shown } from '../helpers/model/dialect.ts'
import { claudeCode } from '../helpers/real-host/claude-code.ts'
import { codex } from '../helpers/real-host/codex.ts'
import { converse } from '../helpers/real-host/converse.ts'
import { copilotCli } from '../helpers/real-host/copilot-cli.ts'
import { geminiCli } from '../helpers/real-host/gemini-cli.ts'
import { installed } from '../helpers/real-host/install.ts'
import { opencode } from '../helpers/real-host/opencode.ts'
import type { Form, RealHost } from '../helpers/real-host/real-host.ts'

/** MCPGRAPHY_HOSTS=all tries every host that npm has; else only the first, so that CI stays quick. */
const hosts =
  process.env.MCPGRAPHY_HOSTS === 'all' ? [claudeCode, codex, copilotCli, geminiCli, opencode] : [claudeCode]

for (const host of hosts) {
  const folder = await installed(host)
  describe.skipIf(folder === undefined)(`what the model of ${host.name} ${host.version} reads`, () =>
    readings(host, String(folder)),
  )
}

function readings(host: RealHost, installation: string): void {
  let folder: string
  let [edited, missing, read, noted, refused, held]: Shown[] = []
  beforeAll(async () => {
    folder = await playground({ 'a.txt': 'one' })
    ;[edited, missing, read, noted, refused, held] = await tell(folder, [])
  })

  it('is a line about the state, after a change and after a read', () => {
    const line = 'mcpgraphy [isDirectory=false, isFile=true] ok: edit_file'
    expect(edited?.text).toContain('+two')
    expect(edited?.text).toContain(line)
    expect(read?.text).toContain('two')
    expect(read?.text).toContain(line)
  })

  it('is structured content beside that line only where the line is read all the same', () => {
    expect(read?.text.includes('{"content":"two"}')).toBe(host.shows === 'both')
  })

  it('is a line after an error', () => {
    expect(missing?.text).toContain('ENOENT: no such file or directory')
    expect(missing?.text).toContain('mcpgraphy [exists=false] no: edit_file')
  })

  it('is a note when a second missing file is edited', () => {
    expect(noted?.text).toContain('ENOENT: no such file or directory')
    expect(noted?.text).toContain(
      'mcpgraphy note: edit_file was observed to fail from state [exists=false] (1 observation): ENOENT',
    )
  })

  it('is a refusal, with its evidence, when the same call is tried again', () => {
    expect(refused?.text).toContain(
      'mcpgraphy refused edit_file: observed to fail from state [exists=false] (2 observations): ENOENT',
    )
    expect(refused?.text).toContain('The call was not sent to the server.')
  })

  it(`is a hold, with ${host.saysNo ? 'the no that it gave itself' : 'what the user can run'}, when a destructive tool is called`, () => {
    expect(held?.text).toContain('mcpgraphy held move_file')
    expect(held?.text).toContain('The call was not sent to the server.')
    if (!host.saysNo) expect(held?.text).toContain('mcpgraphy mode files --approve move_file')
    expect(existsSync(join(folder, 'a.txt'))).toBe(true)
  })

  it(`is ${host.shows === 'structure' ? 'no' : 'a'} line where --structured keep keeps structured content beside it`, async () => {
    const [edited, missing] = await tell(await playground({ 'a.txt': 'one' }), ['--structured', 'keep'])
    expect(edited?.text).toContain('+two')
    expect(edited?.text.includes('mcpgraphy [')).toBe(host.shows !== 'structure')
    expect(edited?.text.includes('{"content":')).toBe(host.shows !== 'text')
    expect(missing?.text).toContain('mcpgraphy [exists=false] no: edit_file')
  })

  it('is of a result in two forms what this host chooses, and a note all the same', async () => {
    const project = await playground()
    const proxy = [program, 'proxy', '--name', 'orders', '--db', join(project, 'orders.sqlite')]
    const server = [process.execPath, ...proxy, '--', process.execPath, twoForms] as const
    const [success, failure, noted] = await converse(
      host,
      installation,
      project,
      server,
      ['get_order', 'update_order', 'update_order'].map(tool => ({ tool, args: { id: 'o1' } })),
    )
    expect(formOf(success)).toBe(host.shows)
    expect(formOf(failure)).toBe(host.showsOfFailure)
    expect(noted?.text).toContain('no, in words')
    expect(noted?.text).toContain('mcpgraphy note: update_order')
  })

  /** What the model reads of an edit, an edit of no file, a read, another, the same again, and a move. */
  const tell = (project: string, flags: readonly string[]) => {
    const file = (name: string) => join(project, name)
    const edit = (name: string) => ({
      tool: 'edit_file',
      args: { path: file(name), edits: [{ oldText: 'one', newText: 'two' }] },
    })
    const server = [process.execPath, ...filesystemProxy(project, ['--policy', 'block', ...flags])] as const
    return converse(host, installation, project, server, [
      edit('a.txt'),
      edit('missing.txt'),
      { tool: 'read_text_file', args: { path: file('a.txt') } },
      edit('gone.txt'),
      edit('missing.txt'),
      { tool: 'move_file', args: { source: file('a.txt'), destination: file('b.txt') } },
    ])
  }
}

/** A server that answers in words and in structured content beside them. */
const twoForms = resolve(import.meta.dirname, '../fixtures/servers/two-forms.mjs')

function formOf(shown: Shown | undefined): Form | undefined {
  const [text, structure] = [shown?.text.includes('in words'), shown?.text.includes('"code"')]
  if (text && structure) return 'both'
  return text ? 'text' : structure ? 'structure' : undefined
}
