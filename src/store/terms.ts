import type { Database } from './engine.ts'
import { malformed } from './faults.ts'

/** Texts that are kept once and are small integers everywhere else. */
export interface Terms {
  /** The id of a text, made if need be: only within a transaction. */
  idOf(text: string): number
  /** The id of a text that is known, for reading. */
  find(text: string): number | undefined
  textOf(id: number): string
  /** Forgets what it has in memory: the ids made in a transaction that was undone are no ids. */
  forget(): void
}

export function termsOf(database: Database): Terms {
  const byText = database.prepare<{ id: number }>('SELECT id FROM term WHERE text = ?')
  const byId = database.prepare<{ text: string | Uint8Array }>('SELECT text FROM term WHERE id = ?')
  const insert = database.prepare<{ id: number }>('INSERT INTO term (text) VALUES (?) RETURNING id')
  const ids = remembering((text: string) => byText.get(stored(text))?.id)
  const texts = remembering((id: number) => {
    const row = byId.get(id)
    if (row === undefined) throw malformed(`text ${id} is missing`)
    return restored(row.text)
  })
  return {
    idOf(text) {
      const known = ids.get(text)
      if (known !== undefined) return known
      const id = insert.get(stored(text))?.id
      if (id === undefined) throw malformed('a text has no number')
      ids.set(text, id)
      return id
    },
    find: ids.get,
    textOf: texts.get,
    forget() {
      ids.clear()
      texts.clear()
    },
  }
}

/**
 * A text as SQLite keeps it: as text, or as its UTF-16 bytes where it holds half of a surrogate pair (JSON can
 * say `"\ud800"`), which UTF-8 cannot write.
 */
export function stored(text: string): string | Uint8Array {
  return /\p{Surrogate}/u.test(text) ? Buffer.from(text, 'utf16le') : text
}

/** The text that `stored` was given. */
export function restored(value: string | Uint8Array): string {
  return typeof value === 'string' ? value : Buffer.from(value).toString('utf16le')
}

/** What was looked up and found, kept so that it need not be again. It begins anew when it has grown large. */
export function remembering<Key, Found>(look: (key: Key) => Found) {
  const kept = new Map<Key, Found>()
  function set(key: Key, found: Found): void {
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, found)
  }
  function get(key: Key): Found {
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = look(key)
    if (found !== undefined) set(key, found)
    return found
  }
  return { get, set, clear: () => kept.clear() }
}

/** Texts are short: some ten megabytes at most. */
const mostKept = 100_000
