import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ToolClass, toolClasses, toolOverview } from '../../src/adapter/overview.ts'
import { listedTools } from '../../src/adapter/tool.ts'
import { adapter, corpus, filesystem } from './helpers/corpus.ts'

/** A tool with parameters of type string, all of them required. */
function tool(name: string, ...parameters: string[]) {
  const properties = Object.fromEntries(parameters.map(each => [each, { type: 'string' }]))
  return listedTools([{ name, inputSchema: { type: 'object', properties, required: parameters } }])[0]!
}

function choosing(name: string, ...choices: string[]) {
  const inputSchema = { properties: { action: { type: 'string', enum: choices } }, required: ['action'] }
  return listedTools([{ name, inputSchema }])[0]!
}

const keyed = ['filesystem', 'memory', 'memory-bank', 'ohno', 'kazuph-taskmanager', 'shrimp', 'k-slack-ref']

const personSays: Record<string, ToolClass> = {
  READ_ONLY: 'reads',
  MUTATING: 'changes',
  DESTRUCTIVE: 'destroys',
}

describe('the classes, held against what a person said of seven real servers', () => {
  const pairs = keyed.flatMap(server => {
    const key = JSON.parse(
      readFileSync(new URL(`../fixtures/corpus/keys/${server}.json`, import.meta.url), 'utf8'),
    )
    return corpus(server).tools.flatMap(each => {
      const person = personSays[key.effect_classes[each.name]]
      return person === undefined ? [] : [{ person, ours: toolOverview(each).class, tool: each.name }]
    })
  })
  const row = (person: ToolClass) =>
    toolClasses.map(ours => pairs.filter(each => each.person === person && each.ours === ours).length)
  const confusion = Object.fromEntries(
    ['reads', 'changes', 'destroys'].map(each => [each, row(each as ToolClass)]),
  )

  it('confuse no more than this, and never take a change for a read', () => {
    const cells = (values: readonly (string | number)[]) =>
      values.map(each => String(each).padStart(9)).join('')
    const lines = Object.entries(confusion).map(([person, counts]) => `${person.padEnd(9)}${cells(counts)}`)
    process.stdout.write(`\na person says | we say\n         ${cells(toolClasses)}\n${lines.join('\n')}\n`)
    // in the order of the classes: reads, changes, destroys, unknown
    expect(confusion).toEqual({ reads: [42, 2, 0, 3], changes: [0, 37, 1, 1], destroys: [0, 2, 8, 2] })
  })
})

describe('a tool whose class depends on an argument', () => {
  it('says so, with the class of each value that is known', () => {
    expect(toolOverview(choosing('git_branch', 'list', 'delete', 'create', 'frob'))).toMatchObject({
      class: 'unknown',
      dependsOn: { argument: 'action', classes: { list: 'reads', delete: 'destroys', create: 'changes' } },
    })
  })

  it('also where every value does the same, if nothing else tells what the tool does', () => {
    expect(toolOverview(choosing('wiki', 'list_pages', 'get_page')).dependsOn).toEqual({
      argument: 'action',
      classes: { list_pages: 'reads', get_page: 'reads' },
    })
  })

  it('does not say so where every value does what the name says', () => {
    expect(toolOverview(choosing('get_wiki', 'list_pages', 'get_page')).dependsOn).toBeNull()
  })

  it('takes what the adapter says of the argument', () => {
    const edit = corpus('filesystem').tools.find(each => each.name === 'edit_file')!
    expect(toolOverview(edit, filesystem)).toMatchObject({
      class: 'changes',
      dependsOn: { argument: 'dryRun', classes: { true: 'reads' } },
    })
  })
})

describe('the adapter', () => {
  const said = adapter({
    resource_class: 'thing',
    observation_tool: 'get_thing',
    id_param: 'id',
    effect_classes: { create_thing: 'DESTRUCTIVE', get_thing: 'READ_ONLY' },
  })

  it('has the last word, and its reason names what it overrules', () => {
    expect(toolOverview(tool('create_thing', 'id'), said)).toMatchObject({
      class: 'destroys',
      why: 'the adapter says so (its name says "create")',
    })
  })

  it('changes no reason where it agrees', () => {
    expect(toolOverview(tool('get_thing', 'id'), said).why).toBe('its name says "get"')
  })
})

describe('the suggested rule', () => {
  it.each([
    ['create_refund', ['paymentPspReference', 'amount'], ['paymentPspReference']],
    ['delete_order', ['order_id'], ['order_id']],
    ['update_issue', ['owner', 'repo', 'issue_number', 'body'], ['owner', 'repo', 'issue_number']],
    ['create_issue', ['owner', 'repo', 'title'], []],
    ['get_order', ['order_id'], []],
    ['frobnicate', ['order_id'], []],
  ])('of %s(%s) is per %s', (name, parameters, per) => {
    expect(toolOverview(tool(name, ...parameters)).atMostOncePer).toEqual(per)
  })
})
