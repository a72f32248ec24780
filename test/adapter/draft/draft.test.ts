import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAdapter } from '../../../src/adapter/check.ts'
import { draftAdapter } from '../../../src/adapter/draft/draft.ts'
import { parseAdapter } from '../../../src/adapter/load.ts'
import { listedTools } from '../../../src/adapter/tool.ts'
import { corpus } from '../helpers/corpus.ts'

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

  it('reads what is named in lists only by such a list, and finds it in the answer as the schema of results says', () => {
    const { adapter } = draftFor('memory')
    expect(adapter?.resources).toEqual([
      {
        resource_class: 'entity',
        observation_tool: 'open_nodes',
        id_param: 'names',
        id_param_aliases: [
          'entities[*].name',
          'observations[*].entityName',
          'entityNames[*]',
          'deletions[*].entityName',
        ],
        observation_args: { names: [part('id')] },
        find: { in: 'entities', key: 'name' },
        missing: [{ empty: true }],
        features: ['entityType', { name: 'observations', path: 'observations', test: 'nonempty' }],
      },
    ])
    expect(adapter?.tools?.create_relations?.roles).toEqual({
      'relations[*].from': 'entity',
      'relations[*].to': 'entity',
    })
  })

  it('finds ids inside an object, and fills that object in to read', () => {
    const flag = (name: string) => ({
      name,
      inputSchema: {
        properties: {
          request: {
            type: 'object',
            properties: { projectKey: { type: 'string' }, flagKey: { type: 'string' } },
            required: ['projectKey', 'flagKey'],
          },
        },
        required: ['request'],
      },
    })
    expect(draftOf(['get-flag', 'update-flag', 'delete-flag'].map(flag)).adapter?.resources[0]).toMatchObject(
      {
        resource_class: 'flag',
        id_params: ['projectKey', 'flagKey'],
        id_param_aliases: { projectKey: ['request.projectKey'], flagKey: ['request.flagKey'] },
        observation_args: { request: { projectKey: part('projectKey'), flagKey: part('flagKey') } },
      },
    )
  })

  it('takes a text that every tool for the thing requires for a part of its id, and one that only some want for none', () => {
    const noted = (name: string, ...more: string[]) => tool(name, 'root', 'noteId', ...more)
    expect(draftOf([noted('get_note'), noted('delete_note')]).adapter?.resources[0]?.id_params).toEqual([
      'root',
      'noteId',
    ])
    const odd = [
      tool('get_note', 'lens', 'noteId'),
      tool('delete_note', 'noteId'),
      tool('pin_note', 'noteId'),
    ]
    expect(draftOf(odd).adapter).toBeNull()
  })

  it('reads the place in which all tools work, where one does nothing but say how it stands', () => {
    const path = {
      type: 'string',
      description: 'Path to the Git repository. Where left out: the one set before.',
    }
    const git = (name: string, more: object = {}) => ({
      name,
      inputSchema: { properties: { path, ...more } },
      outputSchema:
        name === 'git_status' ? { type: 'object', properties: { isClean: { type: 'boolean' } } } : undefined,
    })
    const tools = [git('git_status'), git('git_commit', { message: {} }), git('git_push'), git('git_log')]
    expect(draftOf(tools).adapter?.resources).toMatchObject([
      {
        resource_class: 'repository',
        observation_tool: 'git_status',
        id_param: 'path',
        features: ['isClean'],
      },
    ])
    expect(draftOf(tools.slice(1)).adapter).toBeNull()
  })

  it('calls a thing by the noun that all its tools share, where its parameter is vague', () => {
    const notes = ['read-note', 'create-note', 'move-note'].map(name => tool(name, 'vault', 'filename'))
    expect(draftOf(notes).adapter?.resources[0]).toMatchObject({
      resource_class: 'note',
      id_params: ['vault', 'filename'],
    })
  })

  it('reads what is listed only in the list, once a real answer shows where the id stands', () => {
    const tools = [
      {
        name: 'list_todos',
        inputSchema: { properties: { cursor: { type: 'string' }, all: { type: 'boolean' } } },
      },
      tool('complete_todo', 'todo_id'),
    ]
    expect(draftOf(tools).notes[0]?.why).toContain(
      'list_todos lists them, but nothing shows where the id stands',
    )
    const answer = { data: { todos: [{ id: 7, parent: 3, status: 'open' }, { id: 3 }], next_cursor: 'x' } }
    const result = { content: [{ type: 'text', text: JSON.stringify(answer) }] }
    const samples = [{ tool: 'list_todos', arguments: {}, result }]
    const { adapter, notes } = draftAdapter({ server: 's', tools: listedTools(tools), samples, ids: ['7'] })
    expect(adapter?.resources).toEqual([
      {
        resource_class: 'todo',
        observation_tool: 'list_todos',
        id_param: 'todo_id',
        observation_args: { all: true },
        find: { in: 'data.todos', key: 'id', pages: { param: 'cursor', next: 'data.next_cursor' } },
        missing: [{ empty: true }],
        features: ['status'],
      },
    ])
    expect(notes[0]).toMatchObject({ confidence: 'sure' })
  })

  it.each([
    ['postgres', 'free SQL'],
    ['dbhub', 'free SQL'],
    ['everything', 'No argument of its tools looks like the id'],
    ['sequential-thinking', 'only read'],
    ['k-slack-ref', 'No tool reads one resource back'],
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

function orderTool(name: string) {
  return tool(name, 'order_id')
}

/** A tool that requires these texts. */
function tool(name: string, ...required: string[]) {
  const properties = Object.fromEntries(required.map(each => [each, { type: 'string' }]))
  return { name, inputSchema: { type: 'object', properties, required } }
}

/** As adapters write a part of an id. */
function part(name: string): string {
  return `\${${name}}`
}

function draftOf(tools: readonly object[]) {
  return draftAdapter({ server: 's', tools: listedTools(tools) })
}

function draftFor(server: string) {
  return draftAdapter({ server, tools: corpus(server).tools })
}
