import { describe, expect, it } from 'vitest'
import { edgeLabel, effectOf, needsApproval } from '../../src/adapter/effect.ts'
import { adapter, filesystem } from './helpers/corpus.ts'

const git = adapter({
  resource_class: 'repo',
  observation_tool: 'git_status',
  id_param: 'path',
  tools: { git_branch: { action_param: 'mode', effects: { list: 'READ_ONLY', delete: 'DESTRUCTIVE' } } },
  effect_classes: { git_commit: 'MUTATING' },
  approval_required: ['git_commit'],
})

describe('the effect of a call', () => {
  it('belongs to the action that its arguments choose', () => {
    expect(effectOf(git, 'git_branch', { mode: 'list' })).toBe('READ_ONLY')
    expect(effectOf(git, 'git_branch', { mode: 'delete' })).toBe('DESTRUCTIVE')
    expect(effectOf(filesystem, 'edit_file', { dryRun: true })).toBe('READ_ONLY')
    expect(effectOf(filesystem, 'edit_file', { dryRun: false })).toBe('MUTATING')
    expect(effectOf(filesystem, 'edit_file', {})).toBe('MUTATING')
  })

  it('is what the adapter says before any name or hint', () => {
    expect(effectOf(git, 'git_commit', {}, { readOnlyHint: true })).toBe('MUTATING')
    expect(effectOf(filesystem, 'write_file', {}, { destructiveHint: false })).toBe('DESTRUCTIVE')
  })

  it('is what name and hints say where the adapter says nothing, or where there is none', () => {
    expect(effectOf(git, 'git_log', {})).toBe('READ_ONLY')
    expect(effectOf(null, 'delete_order', {})).toBe('DESTRUCTIVE')
    expect(effectOf(null, 'frobnicate', {})).toBe('UNKNOWN')
    expect(effectOf(git, 'git_branch', { mode: 'create' })).toBe('UNKNOWN')
  })

  it('does not mistake what every object inherits for something that the adapter says', () => {
    expect(effectOf(git, 'constructor', {})).toBe('UNKNOWN')
    expect(effectOf(git, 'git_branch', { mode: 'toString' })).toBe('UNKNOWN')
  })
})

describe('the name of an edge', () => {
  it('carries the action where the adapter names its argument', () => {
    expect(edgeLabel(git, 'git_branch', { mode: 'delete', name: 'x' })).toBe('git_branch mode=delete')
    expect(edgeLabel(filesystem, 'edit_file', { dryRun: true })).toBe('edit_file dryRun=true')
  })

  it('is the tool alone where the switch is off, not given, or no short value', () => {
    expect(edgeLabel(filesystem, 'edit_file', { dryRun: false })).toBe('edit_file')
    expect(edgeLabel(filesystem, 'edit_file', {})).toBe('edit_file')
    expect(edgeLabel(git, 'git_branch', { mode: 'x'.repeat(41) })).toBe('git_branch')
    expect(edgeLabel(git, 'git_branch', { mode: ['list'] })).toBe('git_branch')
    expect(edgeLabel(null, 'git_branch', { mode: 'list' })).toBe('git_branch')
  })
})

describe('approval', () => {
  it('is needed for what destroys and for what the adapter lists', () => {
    expect(needsApproval(git, 'git_branch', 'DESTRUCTIVE')).toBe(true)
    expect(needsApproval(git, 'git_commit', 'MUTATING')).toBe(true)
    expect(needsApproval(git, 'git_push', 'MUTATING')).toBe(false)
    expect(needsApproval(null, 'frobnicate', 'UNKNOWN')).toBe(false)
  })
})
