/** One call that is under way on some resources. */
export interface Passage {
  /** Did another call touch one of them meanwhile? Reading calls do not disturb each other. */
  overlapped(): boolean
  leave(): void
}

/** Who is under way on which resource. */
export interface Crossing {
  enter(resources: readonly string[], reads: boolean): Passage
}

/** Tells calls that overlap on a resource: what was read around them may be the other's doing. */
export function createCrossing(): Crossing {
  const underWay = new Map<string, Set<Traveller>>()
  return {
    enter(resources, reads) {
      const self: Traveller = { reads, met: false }
      for (const resource of new Set(resources)) {
        const others = underWay.get(resource) ?? new Set<Traveller>()
        underWay.set(resource, others)
        for (const other of others) meet(self, other)
        others.add(self)
      }
      return {
        overlapped: () => self.met,
        leave() {
          for (const resource of resources) {
            underWay.get(resource)?.delete(self)
            if (underWay.get(resource)?.size === 0) underWay.delete(resource)
          }
        },
      }
    },
  }
}

interface Traveller {
  readonly reads: boolean
  met: boolean
}

function meet(one: Traveller, other: Traveller): void {
  if (one.reads && other.reads) return
  one.met = true
  other.met = true
}
