import { expect, it } from 'vitest'
import { nearest } from '../../src/adapter/nearest.ts'

it('the name that was meant is the one with the fewest slips', () => {
  expect(nearest('obsrevation_tool', ['observation_root', 'observation_tool'])).toBe('observation_tool')
  expect(nearest('get_fileinfo', ['get_file_info', 'read_file'])).toBe('get_file_info')
  expect(nearest('Features', ['features'])).toBe('features')
})

it('a name that is like none of them was not meant', () => {
  expect(nearest('zzz', ['features', 'find', 'ok'])).toBeUndefined()
  expect(nearest('ab', ['xy'])).toBeUndefined()
})
