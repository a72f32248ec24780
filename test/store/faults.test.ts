import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemOf } from '../../src/store/faults.ts'
import { openStore } from '../../src/store/open.ts'
import { entry, piece } from './generate.ts'
import { folder, open, place, raw } from './place.ts'

describe('a new database', () => {
  it('can be read by its user alone, and so can its folder and its journal', async () => {
    const home = join(folder(), 'project', '.mcpgraphy')
    const path = join(home, 'graph.sqlite')
    const store = await open(path)
    await store.append(piece(), entry())
    const rights = (file: string) => statSync(file).mode & 0o777
    expect([home, path, `${path}-wal`].map(rights)).toEqual([0o700, 0o600, 0o600])
  })

  it('is not made where one may only look', async () => {
    const path = place()
    await expect(open(path, { readonly: true })).rejects.toMatchObject({ code: 'database-missing' })
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('a file that is no sound database', () => {
  it('is refused and kept as it is, whatever bytes it holds', async () => {
    const home = folder()
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 5000 })
    await fc.assert(
      fc.asyncProperty(bytes, async content => {
        const path = join(home, 'graph.sqlite')
        writeFileSync(path, content)
        await expect(openStore(path)).rejects.toMatchObject({ code: 'database-corrupt' })
        expect(readFileSync(path)).toEqual(Buffer.from(content))
      }),
    )
  })

  it('is refused and kept as it is when its end was cut off', async () => {
    const path = await filled()
    truncateSync(path, Math.floor(statSync(path).size / 2))
    const before = readFileSync(path)
    await expect(open(path)).rejects.toMatchObject({ code: 'database-corrupt' })
    expect(readFileSync(path)).toEqual(before)
  })

  it('says so at the first page that cannot be read, and keeps it', async () => {
    const path = await filled()
    const content = readFileSync(path)
    content.fill(0xa5, 4096)
    writeFileSync(path, content)
    await expect(readAll(path)).rejects.toMatchObject({ code: 'database-corrupt' })
    expect(readFileSync(path)).toEqual(content)
  })

  it('is refused when a table is missing', async () => {
    const path = await filled()
    raw(path).exec('DROP TABLE evidence')
    await expect(open(path)).rejects.toMatchObject({ code: 'database-corrupt' })
  })

  it('is refused when a row points at a text that is not there', async () => {
    const path = await filled()
    raw(path).exec("DELETE FROM term WHERE text = 'ship_order'")
    await expect(readAll(path)).rejects.toMatchObject({ code: 'database-corrupt' })
  })
})

describe('a path that cannot be a database', () => {
  it('is said to be a folder', async () => {
    const path = folder()
    await expect(open(path)).rejects.toMatchObject({
      code: 'database-folder',
      message: expect.stringContaining(path),
    })
    await expect(open(path, { readonly: true })).rejects.toMatchObject({ code: 'database-folder' })
  })

  it('is said to be unreachable where a file stands in its way', async () => {
    const file = join(folder(), 'file')
    writeFileSync(file, 'mine')
    await expect(open(join(file, 'graph.sqlite'))).rejects.toMatchObject({ code: 'database-unreadable' })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('is said to be no file where it is a device or a pipe, which would never answer', async () => {
    await expect(open('/dev/null')).rejects.toMatchObject({ code: 'database-unreadable' })
    await expect(open('/dev/null', { readonly: true })).rejects.toMatchObject({ code: 'database-unreadable' })
  })

  it('may hold spaces, quotes and other letters', async () => {
    const path = join(folder(), `Ünïcode's "own" 100% ?mode=ro#`, 'graph.sqlite')
    const store = await open(path)
    await store.append(piece(), entry())
    expect(statSync(path).size).toBeGreaterThan(0)
  })
})

describe('a database that another process holds', () => {
  it('is waited for without blocking, and then written', async () => {
    const path = place()
    const store = await open(path)
    const holder = raw(path)
    holder.exec('BEGIN EXCLUSIVE')
    const appended = store.append(piece(), entry())
    await new Promise(done => setImmediate(done))
    expect(await store.evidence('orders', 0)).toEqual([])
    holder.exec('COMMIT')
    await appended
    expect(await store.evidence('orders', 0)).toHaveLength(1)
  })

  it('is given up on after the time that was named, with nothing written and later calls well', async () => {
    const path = place()
    const store = await open(path, { busyTimeout: 30 })
    const holder = raw(path)
    holder.exec('BEGIN EXCLUSIVE')
    await expect(store.append(piece(), entry())).rejects.toMatchObject({ code: 'database-locked' })
    await expect(store.saveSnapshot('orders', { upTo: 1, format: 1, text: '' })).rejects.toMatchObject({
      code: 'database-locked',
    })
    holder.exec('COMMIT')
    await store.append(piece(), entry())
    expect(await store.verify('orders')).toEqual({ ok: true, entries: 1 })
  })

  it('is given up on when it is locked while it is new', async () => {
    const path = place()
    const holder = raw(path)
    holder.exec('BEGIN EXCLUSIVE; CREATE TABLE anything (id)')
    await expect(open(path, { busyTimeout: 30 })).rejects.toMatchObject({ code: 'database-locked' })
  })
})

describe('a write that fails', () => {
  it('leaves nothing behind, and no number that a later one could take for real', async () => {
    const path = place()
    const store = await open(path)
    raw(path).exec(
      "CREATE TRIGGER full BEFORE INSERT ON resource WHEN NEW.at = 13 BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    const unlucky = piece({ at: 13, tool: 'new tool', atoms: ['new atom'], session: 'new session' })
    await expect(store.append(unlucky, entry({ reason: 'new reason' }))).rejects.toThrow('no')
    expect(await store.entries()).toEqual([])
    const lucky = { ...unlucky, at: 14 }
    await store.append(
      piece({ tool: 'other tool', atoms: ['other atom'] }),
      entry({ reason: 'other reason' }),
    )
    const seq = await store.append(lucky, entry({ reason: 'new reason' }))
    expect(await (await open(path)).evidence('orders', seq - 1)).toEqual([{ seq, evidence: lucky }])
    expect(await store.verify('orders')).toEqual({ ok: true, entries: 2 })
  })

  it('is said to be a full disk where that is why', () => {
    const database = raw(place())
    database.exec('CREATE TABLE blob (bytes); PRAGMA max_page_count = 3')
    const fill = () => database.exec('INSERT INTO blob VALUES (zeroblob(100000))')
    expect(problemOf(thrown(fill), 'FILE')).toMatchObject({
      code: 'disk-full',
      message: expect.stringContaining('FILE'),
    })
  })

  it.each([
    ['EACCES', 'database-unwritable'],
    ['EROFS', 'database-unwritable'],
    ['ENOSPC', 'disk-full'],
    ['ENAMETOOLONG', 'database-unreadable'],
  ])('of the file system (%s) is told in words (%s)', (code, expected) => {
    expect(problemOf(Object.assign(new Error('it failed'), { code }), 'FILE')).toMatchObject({
      code: expected,
    })
  })
})

/** A database of some twenty pages, closed. */
async function filled(): Promise<string> {
  const path = place()
  const store = await openStore(path)
  for (let at = 0; at < 200; at++) {
    await store.append(piece({ at, atoms: [`order.id=${at}`], session: `session ${at}` }), entry({ at }))
  }
  await store.close()
  return path
}

async function readAll(path: string): Promise<unknown> {
  const store = await open(path)
  return [await store.evidence('orders', 0), await store.entries()]
}

function thrown(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
