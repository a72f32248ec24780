import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadAdapter, parseAdapter, readAdapter } from '../../src/adapter/load.ts'
import { Problem } from '../../src/problem.ts'

const flat = {
  server_id: 'filesystem',
  resource_class: 'file',
  observation_tool: 'get_file_info',
  id_param: 'path',
  id_param_aliases: ['source'],
  observation_format: 'kv_text',
  features: ['isFile', 'isDirectory'],
  effect_classes: { edit_file: 'MUTATING', create_directory: 'MUTATING' },
  approval_required: ['write_file', 'move_file'],
}

describe('the flat form of the Python program', () => {
  it('is one resource class', () => {
    expect(parseAdapter(JSON.stringify(flat), 'flat.json')).toMatchObject({
      serverId: 'filesystem',
      resources: [
        {
          resourceClass: 'file',
          observationTool: 'get_file_info',
          idParams: ['path'],
          idAliases: { path: ['source'] },
          format: 'kv_text',
          read: { before: true, after: true, reuseMs: 0 },
          features: [
            { name: 'isFile', path: 'isFile', test: { kind: 'value' } },
            { name: 'isDirectory', path: 'isDirectory', test: { kind: 'value' } },
          ],
        },
      ],
      effectClasses: { edit_file: 'MUTATING', create_directory: 'MUTATING' },
      approvalRequired: ['write_file', 'move_file'],
    })
  })

  it('needs no more than a server, a class, a reading tool and an id', () => {
    const { server_id, resource_class, observation_tool, id_param } = flat
    const small = parseAdapter(
      JSON.stringify({ server_id, resource_class, observation_tool, id_param }),
      'small.json',
    )
    expect(small.resources[0]).toMatchObject({
      format: 'fields',
      missing: null,
      features: null,
      onlyTools: null,
    })
  })

  it('reads as the hand-written keys of the corpus, whose notes begin with x_', () => {
    for (const key of ['filesystem', 'memory', 'memory-bank', 'ohno', 'kazuph-taskmanager', 'k-slack-ref']) {
      const path = new URL(`../fixtures/corpus/keys/${key}.json`, import.meta.url)
      expect(parseAdapter(readFileSync(path, 'utf8'), key).resources).toHaveLength(1)
    }
  })
})

it('comments, trailing commas and a byte order mark are allowed', () => {
  const text = `\uFEFF// mine\n{ "server_id": "s", "resource_class": "r", /* one */ "observation_tool": "g", "id_param": "i", }`
  expect(parseAdapter(text, 'c.jsonc').serverId).toBe('s')
})

it('notes of the author are let through at every place, and never mistaken for a tool', () => {
  const noted = {
    ...flat,
    $schema: './x.json',
    '//': 'mine',
    x_note: 1,
    missing: [{ text: 'gone', x_why: 'seen live' }],
    effect_classes: { x_post: 'MUTATING' },
  }
  expect(parseAdapter(JSON.stringify(noted), 'n.json').effectClasses).toEqual({ x_post: 'MUTATING' })
})

describe('a faulty adapter', () => {
  it('is told with its place and the name that was meant', () => {
    const text =
      '{\n  "server_id": "s",\n  "resource_class": "r",\n  "observation_tol": "g",\n  "id_param": "i"\n}'
    const faults = faultsIn(text)
    expect(faults).toContainEqual(
      expect.objectContaining({
        line: 4,
        column: 3,
        what: '"observation_tol" is not a key of the format here',
        now: 'Did you mean "observation_tool"? A note of your own begins with "x_" or "//".',
      }),
    )
    expect(faults).toContainEqual(expect.objectContaining({ line: 1, what: '"observation_tool" is missing' }))
  })

  it.each([
    [
      'a class that is two words',
      { ...flat, resource_class: 'work item' },
      'must be one word without a colon',
    ],
    ['no id', { ...flat, id_param: undefined }, '"id_param" is missing'],
    ['two ids', { ...flat, id_params: ['a'] }, 'both "id_param" and "id_params" are given'],
    [
      'an unknown format',
      { ...flat, observation_format: 'xml' },
      'observation_format is not a value that is known here',
    ],
    [
      'an unknown effect',
      { ...flat, effect_classes: { a: 'READS' } },
      'effect_classes.a is not a value that is known here',
    ],
    ['a pattern that is none', { ...flat, missing: [{ text: '(' }] }, 'is not a regular expression'],
    ['a pattern without end', { ...flat, missing: [{ text: '(a+)+$' }] }, 'can take for ever'],
    [
      'a rule of two kinds',
      { ...flat, missing: [{ text: 'a', empty: true }] },
      'a rule is one of "text", "json" or "empty"',
    ],
    ['a rule without a test', { ...flat, failure: [{ json: 'ok' }] }, '"json" needs one of'],
    ['a placeholder for nothing', { ...flat, observation_args: { p: '$' + '{pth}' } }, 'stands for nothing'],
    [
      'an alias of no parameter',
      { ...flat, id_param_aliases: { pat: ['a'] } },
      '"pat" is not a parameter of the id',
    ],
    ['patterns without a use', { ...flat, patterns: { a: 'b' } }, '"patterns" are not used by the format'],
    [
      'a feature without its value',
      { ...flat, features: [{ name: 'a', test: 'equals' }] },
      'needs a "value"',
    ],
    ['a role of no class', { ...flat, tools: { m: { roles: { to: 'fil' } } } }, 'there is no class "fil"'],
    [
      'effects of no action',
      { ...flat, tools: { m: { effects: { a: 'MUTATING' } } } },
      '"effects" needs "action_param"',
    ],
    ['a number for a name', { ...flat, server_id: 7 }, 'server_id is not a string'],
    ['a list', [], 'the file is not an object'],
    [
      'a flat key beside resources',
      { server_id: 's', id_param: 'x', resources: [flat] },
      '"id_param" is not a key',
    ],
  ])('with %s is refused in words', (_, value, what) => {
    const faults = faultsIn(JSON.stringify(value, null, 2))
    expect(faults.map(each => each.what).join('\n')).toContain(what)
  })

  it('stops with the first fault, its place, what to do and how many more there are', () => {
    const text = JSON.stringify({ ...flat, featurs: [], aproval_required: [] }, null, 2)
    const problem = caught(() => parseAdapter(text, 'bad.json'))
    expect(problem.code).toBe('adapter-invalid')
    expect(problem.message).toMatch(
      /^bad\.json, line 22, column 3: "featurs" is not a key of the format here\. \(1 more/,
    )
    expect(problem.now).toContain('Did you mean "features"?')
  })

  it('that is no JSON is told where it stops', () => {
    const problem = caught(() => parseAdapter('{\n  "server_id": "s"\n  "x": 1\n}', 'bad.json'))
    expect(problem.message).toBe('bad.json, line 3, column 3: the text stops being JSON.')
  })

  it('points into the resource it means, in the flat and in the full form', () => {
    const full = { server_id: 's', resources: [{ ...resourceOf(flat), find: { in: 'a', key: 'b' } }] }
    const text = JSON.stringify(full, null, 2)
    const [fault] = faultsIn(text)
    expect(fault).toMatchObject({ what: 'resources[0]: "find" needs a list in JSON' })
    expect(text.split('\n')[(fault?.line ?? 0) - 1]).toContain('"find"')
  })
})

describe('an adapter file', () => {
  it('that is not there, or is a folder, is told with what to do', () => {
    const folder = mkdtempSync(join(tmpdir(), 'adapter-'))
    expect(caught(() => loadAdapter(join(folder, 'no.json'))).code).toBe('adapter-not-found')
    expect(caught(() => loadAdapter(folder)).code).toBe('adapter-unreadable')
  })

  it('is loaded from disk', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'adapter-')), 'a.json')
    writeFileSync(path, JSON.stringify(flat))
    expect(loadAdapter(path).serverId).toBe('filesystem')
  })
})

it('whatever a file says, it is an adapter or has faults with a place in the file', () => {
  const key = fc.constantFrom(
    ...Object.keys(flat),
    'resources',
    'tools',
    'missing',
    'find',
    'read',
    'patterns',
    'zzz',
  )
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('file', ['a'], { a: 'b' }, [{ text: '(' }], [flat]))
  fc.assert(
    fc.property(fc.dictionary(key, value), each => {
      const text = JSON.stringify({ ...flat, ...each }, null, 1)
      for (const fault of faultsIn(text)) {
        expect(fault.line).toBeLessThanOrEqual(text.split('\n').length)
        expect(fault.what.length).toBeGreaterThan(5)
        expect(fault.now.length).toBeGreaterThan(3)
      }
    }),
    { numRuns: 300 },
  )
})

function resourceOf({ server_id, effect_classes, approval_required, ...resource }: typeof flat) {
  return resource
}

function faultsIn(text: string) {
  const read = readAdapter(text)
  return 'faults' in read ? [...read.faults] : []
}

function caught(act: () => unknown): Problem {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
