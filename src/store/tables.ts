import { type AtomSets, atomSetsOf } from './atom-sets.ts'
import type { Database } from './engine.ts'
import { type EvidenceRows, evidenceRowsOf } from './evidence-rows.ts'
import { type LogRows, logRowsOf } from './log-rows.ts'
import { type Resources, resourcesOf } from './resources.ts'
import { type Sketches, sketchesOf } from './sketches.ts'
import { type Snapshots, snapshotsOf } from './snapshots.ts'
import { type Summaries, summariesOf } from './summaries.ts'
import { type Terms, termsOf } from './terms.ts'
import { type Tools, toolsOf } from './tools.ts'

/** Every table of a database, each with its prepared statements. */
export interface Tables {
  readonly terms: Terms
  readonly sets: AtomSets
  readonly log: LogRows
  readonly evidence: EvidenceRows
  readonly summaries: Summaries
  readonly resources: Resources
  readonly tools: Tools
  readonly snapshots: Snapshots
  readonly sketches: Sketches
}

export function tablesOf(database: Database): Tables {
  const terms = termsOf(database)
  const sets = atomSetsOf(database, terms)
  return {
    terms,
    sets,
    log: logRowsOf(database, terms),
    evidence: evidenceRowsOf(database, terms, sets),
    summaries: summariesOf(database, terms),
    resources: resourcesOf(database, terms),
    tools: toolsOf(database, terms),
    snapshots: snapshotsOf(database, terms),
    sketches: sketchesOf(database, terms),
  }
}
