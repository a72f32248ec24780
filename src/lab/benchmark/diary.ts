/** What one agent did in one task, by what it saw when it did it. Nothing of it outlives the task. */
export interface Diary {
  times(here: string, move: string): number
  /** Has anything worked since a move was last made here? */
  hasMoved(here: string, move: string): boolean
  failed(here: string, move: string): void
  /** Somebody said that it fails here: no reason to come back for it. */
  ruledOut(here: string, move: string): void
  worked(here: string, move: string, there: string): void
  /** The first move of the shortest way that worked before, to a place where one of these moves was never tried. */
  wayToFresh(here: string, moves: readonly string[]): string | undefined
}

export function createDiary(): Diary {
  const tried = new Map<string, Map<string, number>>()
  const out = new Set<string>()
  const ways = new Map<string, Map<string, string>>()
  const last = new Map<string, number>()
  let worked = 0
  const note = (here: string, move: string) => {
    last.set(`${here}\n${move}`, worked)
    const known = tried.get(here) ?? new Map<string, number>()
    known.set(move, (known.get(move) ?? 0) + 1)
    tried.set(here, known)
  }
  const isFresh = (here: string, move: string) => times(here, move) === 0 && !out.has(`${here}\n${move}`)
  const times = (here: string, move: string) => tried.get(here)?.get(move) ?? 0
  return {
    times,
    hasMoved: (here, move) => (last.get(`${here}\n${move}`) ?? 0) < worked,
    failed(here, move) {
      note(here, move)
      ways.get(here)?.delete(move)
    },
    ruledOut: (here, move) => out.add(`${here}\n${move}`),
    worked(here, move, there) {
      worked++
      note(here, move)
      const known = ways.get(here) ?? new Map<string, string>()
      if (there === here) known.delete(move)
      else known.set(move, there)
      ways.set(here, known)
    },
    wayToFresh(here, moves) {
      const seen = new Set([here])
      const ahead: { place: string; first: string | undefined }[] = [{ place: here, first: undefined }]
      for (const { place, first } of ahead) {
        if (first !== undefined && moves.some(move => isFresh(place, move))) return first
        for (const [move, there] of ways.get(place) ?? []) {
          if (seen.has(there)) continue
          seen.add(there)
          ahead.push({ place: there, first: first ?? move })
        }
      }
      return undefined
    },
  }
}
