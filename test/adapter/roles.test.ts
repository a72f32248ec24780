import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRef, refOf } from '../../src/adapter/ref.ts'
import { idArguments, mostRoles, namedBy, rolesOf } from '../../src/adapter/roles.ts'
import { adapter, filesystem, rule } from './helpers/corpus.ts'

describe('the resources that a call names', () => {
  it('come from the id parameter, under the name of their class', () => {
    expect(refs('edit_file', { path: '/a', edits: [] })).toEqual(['file file:/a'])
  })

  it('play the roles that the adapter gives', () => {
    expect(refs('move_file', { source: '/a', destination: '/b' })).toEqual([
      'source file:/a',
      'destination file:/b',
    ])
    expect(refs('move_file', { source: '/a', destination: '/a' })).toEqual([
      'source file:/a',
      'destination file:/a',
    ])
  })

  it('come several from a list, each once', () => {
    expect(refs('read_multiple_files', { paths: ['/a', '/b', '/a'] })).toEqual([
      'file file:/a',
      'file file:/b',
    ])
  })

  it('are left out where the id is missing, empty or no id at all', () => {
    expect(refs('edit_file', {})).toEqual([])
    expect(refs('edit_file', { path: '' })).toEqual([])
    expect(refs('edit_file', { path: { a: 1 } })).toEqual([])
    expect(refs('move_file', { source: '/a', destination: null })).toEqual(['source file:/a'])
  })

  it('are at most eight, and the rest is counted', () => {
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
    const { roles, dropped } = namedBy(filesystem, 'read_multiple_files', { paths })
    expect([roles.length, dropped]).toEqual([mostRoles, 12])
    expect(roles.at(-1)?.ref).toBe('file:/7')
  })

  it('come from nested arguments and lists of objects', () => {
    const nested = adapter({
      resource_class: 'entity',
      observation_tool: 'open_nodes',
      id_param: 'names',
      id_param_aliases: ['where.id', 'relations[*].from', 'relations[*].to'],
    })
    const named = rolesOf(nested, 'relate', {
      where: { id: 7 },
      relations: [{ from: 'Ann', to: 'Bob' }, { from: 'Bob' }],
    })
    expect(named.map(each => each.ref)).toEqual(['entity:7', 'entity:Ann', 'entity:Bob'])
  })

  it('have composite ids, whose last part may go by other names', () => {
    const issues = adapter({
      resources: [
        {
          resource_class: 'issue',
          observation_tool: 'issue_read',
          id_params: ['owner', 'repo', 'issue_number'],
          id_param_aliases: ['numbers[*]'],
        },
      ],
      tools: { link: { roles: { parent: 'issue', child: 'issue' } } },
    })
    const scope = { owner: 'acme', repo: 'shop' }
    expect(rolesOf(issues, 'close', { ...scope, issue_number: 12 }).map(each => each.ref)).toEqual([
      'issue:acme/shop#12',
    ])
    expect(rolesOf(issues, 'close', { ...scope, numbers: [1, 2] })).toHaveLength(2)
    expect(
      rolesOf(issues, 'link', { ...scope, parent: 1, child: 2 }).map(each => [each.role, each.ref]),
    ).toEqual([
      ['parent', 'issue:acme/shop#1'],
      ['child', 'issue:acme/shop#2'],
    ])
    expect(rolesOf(issues, 'close', { owner: 'acme', issue_number: 12 })).toEqual([])
  })

  it('keep the parts of one item together', () => {
    const pairs = adapter({
      resource_class: 'line',
      observation_tool: 'get_line',
      id_params: ['order', 'sku'],
      id_param_aliases: { order: ['lines[*].order'], sku: ['lines[*].sku'] },
    })
    const lines = [{ order: 1, sku: 'a' }, { order: 2 }, { order: 3, sku: 'c' }]
    expect(rolesOf(pairs, 'ship', { lines }).map(each => each.ref)).toEqual(['line:1#a', 'line:3#c'])
  })

  it('are of one class only for its own tools, where a parameter means two things', () => {
    const two = adapter({
      resources: [
        { resource_class: 'todo', observation_tool: 'get_todo', id_param: 'uid', only_tools: ['finish'] },
        { resource_class: 'event', observation_tool: 'get_event', id_param: 'uid', only_tools: ['invite'] },
      ],
    })
    expect(rolesOf(two, 'finish', { uid: 'x' }).map(each => each.ref)).toEqual(['todo:x'])
  })
})

describe('the arguments that are ids', () => {
  it('are those of the roles where a tool has roles, else the parameter and its aliases', () => {
    expect([...idArguments(filesystem, 'move_file')]).toEqual(['source', 'destination'])
    expect([...idArguments(filesystem, 'edit_file')]).toEqual(['path', 'paths[*]'])
  })
})

describe('a reference', () => {
  it('is read back exactly, whatever its parts hold', () => {
    const three = adapter({ resource_class: 'issue', observation_tool: 'get', id_params: ['a', 'b', 'c'] })
    const one = adapter({ resource_class: 'file', observation_tool: 'get', id_param: 'path' })
    const part = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('a/b', '#', '%2F', 'x:y', 'C:\\a', '%', '/'),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 3 }), id => {
        for (const [each, parts] of [[three, id] as const, [one, id.slice(0, 1)] as const]) {
          const resource = each.resources[0]!
          expect(parseRef(each, refOf(resource, parts))).toEqual({ rule: resource, id: parts })
        }
      }),
    )
  })

  it('may be the bare id where there is one class only', () => {
    expect(parseRef(filesystem, '/srv/a.txt')?.id).toEqual(['/srv/a.txt'])
    expect(parseRef(filesystem, 'file:/srv/a.txt')?.id).toEqual(['/srv/a.txt'])
    expect(parseRef(filesystem, 'C:\\a.txt')?.id).toEqual(['C:\\a.txt'])
  })

  it('of an unknown class, or of too few parts, names nothing', () => {
    const two = adapter({
      resources: [
        { resource_class: 'a', observation_tool: 'get', id_params: ['x', 'y'] },
        { resource_class: 'b', observation_tool: 'get', id_param: 'z' },
      ],
    })
    expect(parseRef(two, 'c:1')).toBeUndefined()
    expect(parseRef(two, 'a:1')).toBeUndefined()
    expect(parseRef(two, 'b:')).toBeUndefined()
  })
})

it('a role is only ever built of its own rule’s parts', () => {
  const one = rule({ id_params: ['a', 'b'] })
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue()), args => {
      const own = adapter({ resource_class: 'thing', observation_tool: 'get_thing', id_params: ['a', 'b'] })
      for (const role of rolesOf(own, 'any', args as never)) {
        expect(role.id).toHaveLength(one.idParams.length)
        expect(role.id.every(part => part !== '')).toBe(true)
      }
    }),
  )
})

function refs(tool: string, args: object): string[] {
  return rolesOf(filesystem, tool, args as never).map(each => `${each.role} ${each.ref}`)
}
