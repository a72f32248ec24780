import { isFailure } from '../adapter/draft/evidence.ts'
import { sketchOf } from '../adapter/sketch.ts'
import type { Answer } from '../relay/intercept.ts'
import type { Message } from '../relay/message.ts'
import { digestOf } from './digest.ts'
import type { Hand } from './hand.ts'
import type { Memory } from './memory.ts'
import { bodyOf } from './observe.ts'

/** Largest answer that is sketched, in bytes. */
const largest = 200_000

/** Most calls of a tool that are looked at in one run, of those that worked and of those that failed: then no more is new. */
const enough = 50

/** Notes what calls look like where no adapter says how to read, so that one can be drafted from what was seen. */
export interface Sketchbook {
  /** Never rejects and keeps nobody waiting; a few calls of each tool are enough. */
  note(memory: Memory, hand: Hand, answer: Answer): void
}

export function createSketchbook(tell: (problem: unknown) => void): Sketchbook {
  const full = new Set<string>()
  const looked = new Map<string, number>()
  return {
    note(memory, hand, answer) {
      try {
        const kind = sketched(memory, hand, answer, full)
        if (kind === undefined) return
        const times = (looked.get(kind.name) ?? 0) + 1
        looked.set(kind.name, times)
        if (times >= enough) full.add(kind.name)
        kind.kept.then(hasRoom => {
          if (!hasRoom) full.add(kind.name)
        }, tell)
      } catch (problem) {
        tell(problem)
      }
    },
  }
}

/** Keeps a sketch of the call, if it is worth one. */
function sketched(memory: Memory, hand: Hand, answer: Answer, full: ReadonlySet<string>) {
  const nameOf = (failed: boolean) => `${hand.tool} ${failed ? 'failed' : 'ok'}`
  if (memory.sketch === undefined || answer.kind !== 'answer' || isAdapted(hand)) return undefined
  if ([true, false].every(each => full.has(nameOf(each))) || sizeOf(answer.message) > largest)
    return undefined
  const body = bodyOf(answer.message.value())
  if (body === undefined || body.resultType === 'input_required') return undefined
  const failed = isFailure(body)
  const sketch = full.has(nameOf(failed)) ? undefined : sketchOf(hand.args, body, markOf)
  if (sketch === undefined) return undefined
  return { name: nameOf(failed), kept: memory.sketch(hand.tool, failed, JSON.stringify(sketch)) }
}

function sizeOf({ line }: Message): number {
  return line.reduce((sum, piece) => sum + piece.length, 0)
}

/** An adapter that can read nothing here is as good as none. */
function isAdapted({ known }: Hand): boolean {
  return known !== undefined && known.adapter.resources.length > 0
}

/** An id is told by a digest alone, which by its digits is no word. */
function markOf(id: string): string {
  return `id-000${digestOf(id).slice(0, 10)}`
}
