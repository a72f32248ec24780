import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesystemProxy, type Host, playground, startHost } from '../helpers/host.ts'

/** A real client rejects a success without structured content where the tool was listed with an output schema. */
describe('structured content that makes way for a line', () => {
  let folder: string
  let home: string
  let host: Host
  beforeAll(async () => {
    folder = await playground({ 'a.txt': 'one' })
    home = await playground()
    await mode('pass')
    const env = { MCPGRAPHY_HOME: home }
    host = await startHost({ args: filesystemProxy(folder, ['--structured', 'drop']), cwd: folder, env })
    await host.client.listTools()
    await mode('warn')
  })
  afterAll(() => host.leave())

  const mode = (name: string) =>
    writeFile(join(home, 'modes.json'), JSON.stringify({ version: 1, default: name, servers: {} }))
  const edit = (name: string, oldText: string, newText: string) =>
    host.client.callTool({
      name: 'edit_file',
      arguments: { path: join(folder, name), edits: [{ oldText, newText }] },
    })

  it('stays while the host holds a list that promised it, from before the mode was changed', async () => {
    const result = await edit('a.txt', 'one', 'two')
    expect(result).toHaveProperty('structuredContent')
    expect(JSON.stringify(result.content)).toContain('mcpgraphy [')
  })

  it('goes once the host has listed the tools again', async () => {
    const { tools } = await host.client.listTools()
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([])
    // The same line is not said twice in a row.
    await edit('missing.txt', 'one', 'two')
    const result = await edit('a.txt', 'two', 'three')
    expect(result).not.toHaveProperty('structuredContent')
    expect(JSON.stringify(result.content)).toContain('mcpgraphy [')
  })
})
