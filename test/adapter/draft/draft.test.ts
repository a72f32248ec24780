import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAdapter } from '../../../src/adapter/check.ts'
import { draftAdapter } from '../../../src/adapter/draft/draft.ts'
import { parseAdapter } from '../../../src/adapter/load.ts'
import { listedTools } from '../../../src/adapter/tool.ts'
import { corpus } from '../helpers/corpus.ts'

interface Key {
  readonly observation_tool: string
  readonly id_param: string
  readonly effect_classes: Readonly<Record<string, string>>
  readonly x_id?: readonly { readonly name: string }[]
}

const keyed = ['filesystem', 'memory', 'memory-bank', 'ohno', 'kazuph-taskmanager', 'shrimp', 'k-slack-ref']

describe('a draft for the filesystem server', () => {
  const draft = draftFor('filesystem')

  it('reads files back with their info, moves two of them, and tries an edit out without a change', () => {
    expect(draft.adapter).toMatchObject({
      resources: [
        {
          resource_class: 'file',
          observation_tool: 'get_file_info',
          id_param: 'path',
          id_param_aliases: ['paths[*]'],
          observation_format: 'kv_text',
        },
      ],
      tools: {
        move_file: { roles: { source: 'file', destination: 'file' } },
        edit_file: { action_param: 'dryRun', effects: { true: 'READ_ONLY' } },
      },
      approval_required: ['write_file', 'move_file'],
    })
  })

  it('gives a reason and a confidence for each decision', () => {
    expect(draft.notes.map(note => note.path)).toEqual(
      expect.arrayContaining(['resources (file).observation_tool', 'approval_required.move_file']),
    )
    expect(draft.notes.every(note => note.why.length > 10)).toBe(true)
  })
})

describe('a draft', () => {
  it('puts scope before the id of the thing, and gives a reading tool the choice that reads', () => {
    expect(draftFor('k-github-official').adapter?.resources).toEqual([
      expect.objectContaining({
        resource_class: 'issue',
        observation_tool: 'issue_read',
        id_params: ['owner', 'repo', 'issue_number'],
        observation_args: expect.objectContaining({ method: 'get' }),
      }),
    ])
  })

  it('has one block for each thing, and roles where one call names two of them', () => {
    const { adapter } = draftFor('ohno')
    expect(adapter?.resources.map(each => each.resource_class)).toEqual(['task', 'story', 'epic'])
    expect(adapter?.tools?.add_dependency?.roles).toEqual({ task_id: 'task', depends_on_task_id: 'task' })
  })

  it.each([
    ['postgres', 'free SQL'],
    ['dbhub', 'free SQL'],
    ['memory', 'Its ids stand in lists only'],
    ['everything', 'No argument of its tools looks like the id'],
    ['sequential-thinking', 'only read'],
    ['k-slack-ref', 'No tool reads one resource back'],
    ['redis-gongrzhe', 'No tool reads one resource back'],
  ])('of %s is not made, and says why', (server, why) => {
    const draft = draftFor(server)
    expect(draft.adapter).toBeNull()
    expect(draft.cannotDraft).toContain(why)
  })

  it('is not made of tools whose schemas are empty, or of none', () => {
    expect(draftAdapter({ server: 's', tools: listedTools([{ name: 'edit_note' }]) }).cannotDraft).toContain(
      'no parameters',
    )
    expect(draftAdapter({ server: 's', tools: [] }).cannotDraft).toBe('The server lists no tools.')
  })

  it.each([
    ['get_order_history', 'shows something beside it'],
    ['get_order_items', 'lists many of another thing'],
    ['get_order_edit_metadata', 'is about editing'],
    ['get_invoice', 'is about another thing'],
    ['list_order', 'lists'],
  ])('never takes %s for the tool that reads an order back: it %s', name => {
    const draft = draftAdapter({
      server: 's',
      tools: listedTools([name, 'ship_order', 'update_order'].map(orderTool)),
    })
    expect(draft.adapter).toBeNull()
  })

  it('takes the plain tool rather than one about its status, and one with all details rather than that', () => {
    const readingOf = (...names: string[]) =>
      draftAdapter({ server: 's', tools: listedTools([...names, 'ship_order'].map(orderTool)) }).adapter
        ?.resources[0]?.observation_tool
    expect(readingOf('get_order_status', 'get_order')).toBe('get_order')
    expect(readingOf('get_order_details', 'get_order')).toBe('get_order_details')
    expect(readingOf('get_order_status')).toBe('get_order_status')
  })

  it('leaves a reading tool out where two look equally good', () => {
    const draft = draftAdapter({
      server: 's',
      tools: listedTools(['get_order', 'fetch_order', 'ship_order'].map(orderTool)),
    })
    expect(draft.adapter).toBeNull()
    expect(draft.notes[0]?.why).toContain('look equally good')
  })

  it('depends on the tools alone, not on what the server is called', () => {
    for (const server of keyed) {
      const { tools } = corpus(server)
      const { server_id: _, ...named } = draftAdapter({ server, tools }).adapter ?? { server_id: '' }
      const { server_id: __, ...other } = draftAdapter({ server: 'x', tools }).adapter ?? { server_id: '' }
      expect(named).toEqual(other)
    }
  })
})

it('every draft is an adapter that its own server bears out', () => {
  for (const server of [...keyed, 'k-github-official', 'everything']) {
    const { adapter } = draftFor(server)
    if (adapter === null) continue
    const loaded = parseAdapter(JSON.stringify(adapter), server)
    expect(checkAdapter(loaded, corpus(server).tools).filter(each => each.severity === 'error')).toEqual([])
  }
})

it('whatever tools a server lists, a draft loads or says why there is none', () => {
  const name = fc.constantFrom(
    'get_order',
    'list_orders',
    'delete_order',
    'order_info',
    'move',
    'x',
    'update_user',
    '',
  )
  const property = fc.constantFrom(
    'id',
    'order_id',
    'path',
    'paths',
    'owner',
    'mode',
    'source',
    'destination',
    'dryRun',
  )
  const type = fc.constantFrom(
    { type: 'string' },
    { type: 'integer' },
    { type: 'array', items: { type: 'string' } },
    {},
  )
  const tool = fc.record({ name, properties: fc.dictionary(property, type) }).map(each => ({
    name: each.name,
    inputSchema: { type: 'object', properties: each.properties, required: Object.keys(each.properties) },
  }))
  fc.assert(
    fc.property(fc.uniqueArray(tool, { selector: each => each.name }), each => {
      const tools = listedTools(each)
      const draft = draftAdapter({ server: 's', tools })
      expect((draft.adapter === null) !== (draft.cannotDraft === null)).toBe(true)
      if (draft.adapter === null) return
      const loaded = parseAdapter(JSON.stringify(draft.adapter), 'draft')
      expect(checkAdapter(loaded, tools).filter(finding => finding.severity === 'error')).toEqual([])
    }),
  )
})

it('measured against the hand-written keys, no chosen reading tool is wrong, and most are found', () => {
  const rows = keyed.map(measure)
  process.stderr.write(`${rows.map(inWords).join('\n')}\n`)
  expect(rows.filter(row => row.reading === 'wrong' || row.id === 'wrong')).toEqual([])
  expect(rows.filter(row => row.reading === 'right' && row.id === 'right').length).toBeGreaterThanOrEqual(5)
  expect(rows.flatMap(row => row.wronglyReadOnly)).toEqual([])
})

function orderTool(name: string) {
  return {
    name,
    inputSchema: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  }
}

interface Measured {
  readonly server: string
  readonly reading: 'right' | 'wrong' | 'none'
  readonly id: 'right' | 'wrong' | 'none'
  readonly readOnly: string
  readonly wronglyReadOnly: readonly string[]
}

/** The draft beside the key: the key's main resource may be any of the drafted ones. */
function measure(server: string): Measured {
  const key = keyOf(server)
  const { adapter } = draftFor(server)
  const ids = key.x_id?.map(each => each.name) ?? [key.id_param]
  const block = adapter?.resources.find(each => each.observation_tool === key.observation_tool)
  const drafted = Object.entries(adapter?.effect_classes ?? {}).filter(([, effect]) => effect === 'READ_ONLY')
  const reads = Object.keys(key.effect_classes).filter(tool => key.effect_classes[tool] === 'READ_ONLY')
  const right = drafted.filter(([tool]) => reads.includes(tool))
  return {
    server,
    reading: adapter === null ? 'none' : block === undefined ? 'wrong' : 'right',
    id:
      block === undefined ? 'none' : same(block.id_params ?? [block.id_param ?? ''], ids) ? 'right' : 'wrong',
    readOnly: adapter === null ? 'none' : `${right.length} of ${reads.length}`,
    wronglyReadOnly: drafted.filter(([tool]) => !reads.includes(tool)).map(([tool]) => `${server} ${tool}`),
  }
}

function inWords(row: Measured): string {
  const cells = [
    row.server.padEnd(20),
    row.reading.padEnd(6),
    row.id.padEnd(6),
    row.readOnly,
    ...row.wronglyReadOnly,
  ]
  return cells.join('  ')
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.join('\n') === b.join('\n')
}

function draftFor(server: string) {
  return draftAdapter({ server, tools: corpus(server).tools })
}

function keyOf(server: string): Key {
  return JSON.parse(
    readFileSync(new URL(`../../fixtures/corpus/keys/${server}.json`, import.meta.url), 'utf8'),
  )
}
