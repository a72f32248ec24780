import { createHash } from 'node:crypto'
import { folded, reader, unfolded, writer } from './bytes.ts'
import type { Database } from './engine.ts'
import { malformed } from './faults.ts'
import { remembering, type Terms } from './terms.ts'

/** Lists of atoms, in order, each kept once: calls that are alike say the same of themselves. */
export interface AtomSets {
  /** The id of a list, made if need be: only within a transaction. */
  idOf(atoms: readonly string[]): number
  atomsOf(id: number): readonly string[]
  forget(): void
}

export function atomSetsOf(database: Database, terms: Terms): AtomSets {
  const byDigest = database.prepare<{ id: number }>('SELECT id FROM atom_set WHERE digest = ?')
  const byId = database.prepare<{ atoms: Uint8Array }>('SELECT atoms FROM atom_set WHERE id = ?')
  const insert = database.prepare<{ id: number }>(
    'INSERT INTO atom_set (digest, atoms) VALUES (?, ?) RETURNING id',
  )
  const ids = remembering((key: string) => byDigest.get(Buffer.from(key, 'base64'))?.id)
  const lists = remembering((id: number) => {
    const row = byId.get(id)
    if (row === undefined) throw malformed(`set of atoms ${id} is missing`)
    return unpacked(row.atoms, terms)
  })
  return {
    idOf(atoms) {
      const bytes = packed(atoms, terms)
      const key = digestOf(bytes)
      const known = ids.get(key)
      if (known !== undefined) return known
      const id = insert.get(Buffer.from(key, 'base64'), bytes)?.id
      if (id === undefined) throw malformed('a set of atoms has no number')
      ids.set(key, id)
      return id
    },
    atomsOf: lists.get,
    forget() {
      ids.clear()
      lists.clear()
    },
  }
}

/** Sixteen bytes: enough to tell sets apart, and half the index. */
function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest().subarray(0, 16).toString('base64')
}

/** Each atom as its distance from the one before: atoms that are said together were first met together. */
function packed(atoms: readonly string[], terms: Terms): Uint8Array {
  const out = writer()
  let before = 0
  for (const atom of atoms) {
    const id = terms.idOf(atom)
    out.whole(folded(id - before))
    before = id
  }
  return out.bytes()
}

function unpacked(bytes: Uint8Array, terms: Terms): readonly string[] {
  const input = reader(bytes)
  const atoms: string[] = []
  for (let id = 0; input.more(); ) {
    id += unfolded(input.whole())
    atoms.push(terms.textOf(id))
  }
  return atoms
}
