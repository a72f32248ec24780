import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterEach, describe, expect, it } from 'vitest'
import { filesystemProxy, type Host, playground, program, servers, startHost } from '../helpers/host.ts'

const mortal = fileURLToPath(new URL('../fixtures/servers/mortal.mjs', import.meta.url))

const hosts: Host[] = []
const start = async (args: readonly string[], cwd?: string) => {
  const host = await startHost(cwd === undefined ? { args } : { args, cwd })
  hosts.push(host)
  return host
}
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.leave()))
})

describe('outcomes through the built proxy', () => {
  it('does not say that a file kept its content which was written twice in one second', async () => {
    const folder = await playground()
    const host = await start(filesystemProxy(folder))
    await host.client.listTools()
    for (const content of ['one', 'two', 'six']) {
      const { isError, ours } = await host.call('write_file', {
        path: join(folder, 'a.txt'),
        content: `${content} words`,
      })
      expect(isError).toBe(false)
      expect(ours).not.toContain('changed nothing')
    }
  })

  it('warns in the filesystem server’s own schema, beside the server’s answer, and of a folder that was there already', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const host = await start(filesystemProxy(folder))
    await host.client.listTools()
    const wrong = await host.call('edit_file', { file: join(folder, 'a.txt'), edits: [{ oldText: 'one' }] })
    expect(wrong.isError).toBe(true)
    expect(wrong.ours).toBe(
      'mcpgraphy note: edit_file was called against its schema: path is required; file is not a parameter of it; edits[].newText is required.',
    )
    const made = join(folder, 'new')
    expect((await host.call('create_directory', { path: made })).ours).not.toContain('note:')
    const again = await host.call('create_directory', { path: made })
    expect(again.isError).toBe(false)
    expect(again.ours).toContain(
      `mcpgraphy note: create_directory succeeded and changed nothing that can be read of file:${made}: it may have been so already.`,
    )
  })

  it('refuses in block what the server has rejected for its shape, and tells all of it in status, log and explain', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const database = join(folder, '..', `${folder.split('/').at(-1)}.sqlite`)
    const host = await start(filesystemProxy(folder, ['--policy', 'block'], database))
    await host.client.listTools()
    const args = (path: string) => ({ path: join(folder, path), edits: 'one' })
    expect((await host.call('edit_file', args('a.txt'))).text).toContain('MCP error -32602')
    const refused = await host.call('edit_file', args('b.txt'))
    expect(refused.text).toContain(
      'mcpgraphy refused edit_file: called against its schema: edits must be array',
    )
    expect(refused.text).toContain('mcpgraphy retest files edit_file')
    for (let times = 0; times < 2; times++) await host.call('create_directory', { path: join(folder, 'new') })
    await host.leave()
    const run = async (...more: string[]) =>
      (await execa(process.execPath, [program, ...more, '--db', database], { cwd: folder })).stdout
    expect(await run('status')).toContain('files: 1 success that changed nothing (mcpgraphy log tells which)')
    expect(await run('log')).toContain('it succeeded and changed nothing that can be read')
    expect(await run('explain', 'create_directory@file:isDirectory=true, isFile=false')).toContain(
      'Nothing that can be read changed in 1 of 1 success from here.',
    )
  })

  it('tells of the memory server that it deleted what was not there', async () => {
    const folder = await playground()
    const adapter = join(folder, 'memory.json')
    await writeFile(
      adapter,
      JSON.stringify({
        server_id: 'memory',
        resource_class: 'entity',
        observation_tool: 'open_nodes',
        id_param: 'names',
        id_param_aliases: ['entityNames', 'entities[*].name'],
        observation_args: { names: [`\${id}`] },
        find: { in: 'entities', key: 'name' },
        missing: [{ empty: true }],
      }),
    )
    const host = await startHost({
      args: [
        program,
        'proxy',
        '--name',
        'memory',
        '--adapter',
        adapter,
        '--db',
        join(folder, 'm.sqlite'),
        '--',
        process.execPath,
        servers.memory,
      ],
      env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    })
    hosts.push(host)
    await host.client.listTools()
    const { isError, ours } = await host.call('delete_entities', { entityNames: ['Bob'] })
    expect(isError).toBe(false)
    expect(ours).toContain(
      'mcpgraphy note: delete_entities succeeded and changed nothing: entity:Bob did not exist before it and does not exist now.',
    )
    const ann = { name: 'Ann', entityType: 'person', observations: ['likes tea'] }
    expect((await host.call('create_entities', { entities: [ann] })).ours).not.toContain('note:')
    expect((await host.call('delete_entities', { entityNames: ['Ann'] })).ours).not.toContain('note:')
    expect((await host.call('delete_entities', { entityNames: ['Ann'] })).ours).toContain('changed nothing')
  })

  it('keeps apart what died under way and what was never sent', async () => {
    const folder = await playground()
    const [adapter, database] = [join(folder, 'thing.json'), join(folder, 'm.sqlite')]
    await writeFile(
      adapter,
      JSON.stringify({
        server_id: 'things',
        resource_class: 'thing',
        observation_tool: 'get_thing',
        id_param: 'id',
      }),
    )
    for (const id of ['dies-changed', 'dies-read']) {
      const host = await startHost({
        args: [
          program,
          'proxy',
          '--name',
          'things',
          '--adapter',
          adapter,
          '--db',
          database,
          '--',
          process.execPath,
          mortal,
        ],
      })
      hosts.push(host)
      await host.client.listTools()
      await expect(host.call('update_thing', { id })).rejects.toThrow()
      await host.leave()
    }
    const run = async (...more: string[]) =>
      (await execa(process.execPath, [program, ...more, '--db', database], { cwd: folder })).stdout
    const log = await run('log')
    expect(log).toMatch(
      /forwarded +update_thing +thing:dies-changed +its effect is unknown: the server ended before it answered/,
    )
    expect(log).toMatch(/unsent +update_thing +thing:dies-read +it was never sent: the server had ended/)
    expect(await run('log', '--verify')).toContain('2 entries')
    expect(await run('status')).toContain(
      'things: 1 call of unknown effect, 1 call never sent (mcpgraphy log tells which)',
    )
  })
})
