import { describe, expect, it } from 'vitest'
import { migrate, steps } from '../../src/store/schema.ts'
import { open, place, raw } from './place.ts'

const two = ['CREATE TABLE first (id)', 'CREATE TABLE second (id); INSERT INTO first VALUES (2)']

describe('migrate', () => {
  it('takes an empty file through every step, and says so in the file', () => {
    const database = raw(place())
    migrate(database, 'file', false, two)
    expect(database.pragma('user_version', { simple: true })).toBe(2)
    expect(database.prepare('SELECT id FROM first').pluck().all()).toEqual([2])
  })

  it('does only the steps that an older file lacks, and none of them twice', () => {
    const database = raw(place())
    migrate(database, 'file', false, two.slice(0, 1))
    database.exec('INSERT INTO first VALUES (1)')
    migrate(database, 'file', false, two)
    migrate(database, 'file', false, two)
    expect(database.prepare('SELECT id FROM first').pluck().all()).toEqual([1, 2])
  })

  it('changes nothing when a step fails', () => {
    const database = raw(place())
    migrate(database, 'file', false, two.slice(0, 1))
    expect(() => migrate(database, 'file', false, [...two, 'CREATE TABLE first (again)'])).toThrow(
      'already exists',
    )
    expect(database.pragma('user_version', { simple: true })).toBe(1)
    expect(database.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['first'])
  })

  it('does not write where it may only look', () => {
    const database = raw(place())
    expect(() => migrate(database, 'file', true, two)).toThrow(
      expect.objectContaining({ code: 'database-older' }),
    )
    expect(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
  })

  it('refuses a file from a newer version, and leaves it as it is', async () => {
    const path = place()
    await (await open(path)).close()
    const database = raw(path)
    database.pragma(`user_version = ${steps.length + 1}`)
    await expect(open(path)).rejects.toMatchObject({ code: 'database-newer' })
    await expect(open(path, { readonly: true })).rejects.toMatchObject({ code: 'database-newer' })
    expect(database.pragma('user_version', { simple: true })).toBe(steps.length + 1)
  })

  it.each(['CREATE TABLE bookmarks (url)', 'PRAGMA application_id = 7', 'PRAGMA user_version = 1'])(
    'refuses a database of another program (%s)',
    async sql => {
      const path = place()
      const database = raw(path)
      database.exec(`${sql}; PRAGMA journal_mode = DELETE`)
      await expect(open(path)).rejects.toMatchObject({ code: 'database-foreign' })
      expect(database.pragma('journal_mode', { simple: true })).toBe('delete')
    },
  )
})
