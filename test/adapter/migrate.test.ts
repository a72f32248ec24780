import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAdapter } from '../../src/adapter/load.ts'
import { migrated } from '../../src/adapter/migrate.ts'

it('the flat form becomes one resource, means the same, and keeps the notes of its author', () => {
  for (const key of ['filesystem', 'memory', 'memory-bank', 'ohno', 'kazuph-taskmanager', 'k-slack-ref']) {
    const flat = JSON.parse(
      readFileSync(new URL(`../fixtures/corpus/keys/${key}.json`, import.meta.url), 'utf8'),
    )
    const full = migrated(flat)!
    expect(full).toMatchObject({ version: 1, server_id: flat.server_id, x_notes: flat.x_notes })
    expect(parseAdapter(JSON.stringify(full), key)).toEqual(parseAdapter(JSON.stringify(flat), key))
    expect(migrated(full)).toBeUndefined()
  }
})

it('the moments of reading stay with the server', () => {
  const flat = {
    version: 0,
    server_id: 's',
    resource_class: 'r',
    observation_tool: 't',
    id_param: 'id',
    read: { after: false },
  }
  expect(migrated(flat)).toEqual({
    version: 1,
    server_id: 's',
    resources: [{ resource_class: 'r', observation_tool: 't', id_param: 'id' }],
    read: { after: false },
  })
})
