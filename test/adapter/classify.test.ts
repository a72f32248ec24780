import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classify } from '../../src/adapter/classify.ts'
import { corpus } from './helpers/corpus.ts'

describe('what a tool does, by its name', () => {
  it.each([
    ['get_file_info', 'READ_ONLY'],
    ['listIssues', 'READ_ONLY'],
    ['slack_get_users', 'READ_ONLY'],
    ['directory_tree', 'READ_ONLY'],
    ['open_task_details', 'READ_ONLY'],
    ['memory_bank_write', 'MUTATING'],
    ['update_task_status', 'MUTATING'],
    ['get_or_create_user', 'MUTATING'],
    ['API-delete-a-block', 'DESTRUCTIVE'],
    ['removeIssueLabel', 'DESTRUCTIVE'],
    ['get_deleted_items', 'READ_ONLY'],
    ['frobnicate', 'UNKNOWN'],
    ['git_branch', 'UNKNOWN'],
  ])('%s: %s', (name, effect) => {
    expect(classify(name, {}).effect).toBe(effect)
  })
})

describe('what a tool does, by its hints', () => {
  it('is taken where the name says nothing', () => {
    expect(classify('frobnicate', { readOnlyHint: true }).effect).toBe('READ_ONLY')
    expect(classify('frobnicate', { readOnlyHint: false }).effect).toBe('MUTATING')
  })

  it('is unknown where the name says otherwise, with both reasons in words', () => {
    expect(classify('get_report', { readOnlyHint: false })).toEqual({
      effect: 'UNKNOWN',
      why: 'its name says "get", but its hint says that it changes things',
    })
    expect(classify('add_entry', { readOnlyHint: true }).effect).toBe('UNKNOWN')
  })

  it('destroys only where name or description speak of destruction too', () => {
    const destructiveHint = true
    expect(classify('edit_file', { destructiveHint, description: 'Make line-based edits' }).effect).toBe(
      'MUTATING',
    )
    expect(classify('put_file', { destructiveHint, description: 'Will overwrite files.' }).effect).toBe(
      'DESTRUCTIVE',
    )
    expect(
      classify('put_file', { destructiveHint, description: 'It does not overwrite files.' }).effect,
    ).toBe('MUTATING')
    expect(classify('remove_label', { destructiveHint: false, readOnlyHint: false }).effect).toBe(
      'DESTRUCTIVE',
    )
  })
})

const keyed = ['filesystem', 'memory', 'memory-bank', 'ohno', 'kazuph-taskmanager', 'shrimp', 'k-slack-ref']

it('never calls a tool of the corpus read-only that a person calls writing', () => {
  const wrong = keyed.flatMap(server => {
    const key = JSON.parse(
      readFileSync(new URL(`../fixtures/corpus/keys/${server}.json`, import.meta.url), 'utf8'),
    )
    return corpus(server)
      .tools.filter(tool => classify(tool.name, tool.hints).effect === 'READ_ONLY')
      .filter(tool => key.effect_classes[tool.name] !== 'READ_ONLY')
      .map(tool => `${server} ${tool.name}`)
  })
  expect(wrong).toEqual([])
})
