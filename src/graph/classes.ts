import { bounds } from './bounds.ts'
import type { Evidence, Outcome } from './evidence.ts'
import { sayable } from './explanation.ts'
import type { FailureClass, Model, ToolModel } from './model.ts'
import { wantedIn } from './names.ts'
import { keepOnly, keepSmallest, widened } from './sets.ts'
import { resourcesDigest, subjectDigest } from './subject.ts'
import { isIdentity } from './values.ts'

type Failure = Extract<Outcome, { kind: 'failure' }>

/** Takes a failure into its class: what all failures of the class share shrinks with each. */
export function learnClass(
  model: Model,
  tool: ToolModel,
  evidence: Evidence,
  failure: Failure,
  key: string,
): void {
  const said = sayable(evidence.atoms, evidence.quantities)
  const known = classOf(model, tool, evidence, failure, { key, values: said.values })
  if (known === undefined) return
  known.count++
  known.epoch = tool.epoch
  keepSmallest(known.distinct, subjectDigest(evidence))
  keepSmallest(known.resources, resourcesDigest(evidence))
  keepOnly(known.candidates, said.atoms)
  keepOnly(known.left, said.atoms)
  for (const atom of failure.names) if (known.named.size < bounds.named) known.named.add(atom)
  for (const [aspect, value] of known.wanted)
    if (said.values.get(aspect) === value) known.wanted.delete(aspect)
  learnValuesSeen(known, said.values)
  learnRange(known, said.quantities)
}

function classOf(
  model: Model,
  tool: ToolModel,
  evidence: Evidence,
  failure: Failure,
  { key, values }: { readonly key: string; readonly values: ReadonlyMap<string, string> },
): FailureClass | undefined {
  const known = tool.classes.get(key)
  if (known !== undefined || tool.classes.size >= bounds.classes) return known
  const atoms = evidence.atoms.filter(atom => !isIdentity(tool, atom))
  const fresh: FailureClass = {
    key,
    code: failure.code,
    fingerprint: failure.fingerprint,
    count: 0,
    epoch: tool.epoch,
    distinct: new Set(),
    resources: new Set(),
    candidates: new Set(atoms),
    left: new Set(tool.isFull ? [] : atoms.filter(atom => !tool.okAtoms.has(atom))),
    foreseen: { failed: 0, worked: 0 },
    named: new Set(),
    wanted: wantedIn(model, failure.fingerprint, values),
    valuesSeen: new Map([...values].map(([aspect, value]) => [aspect, new Set([value])])),
    range: new Map(evidence.quantities.map(([name, value]) => [name, [value, value] as const])),
  }
  tool.classes.set(key, fresh)
  return fresh
}

function learnValuesSeen(known: FailureClass, now: ReadonlyMap<string, string>): void {
  for (const [aspect, seen] of known.valuesSeen) {
    const value = now.get(aspect)
    if (value === undefined) known.valuesSeen.delete(aspect)
    else if (seen !== null && seen.add(value).size > bounds.values) known.valuesSeen.set(aspect, null)
  }
}

function learnRange(known: FailureClass, now: ReadonlyMap<string, number>): void {
  for (const [name, range] of known.range) {
    const value = now.get(name)
    if (value === undefined) known.range.delete(name)
    else known.range.set(name, widened(range, value))
  }
}
