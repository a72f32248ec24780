import { bounds } from './bounds.ts'
import { digest } from './digest.ts'
import type { Evidence, RoleEvidence } from './evidence.ts'
import { type Edge, edgeKey, type Model, type ToolModel } from './model.ts'
import { keepSmallest } from './sets.ts'
import { subjectDigest } from './subject.ts'

/**
 * The edge of a tool for one role and state, made if need be; undefined where the resource could not be read. There
 * are only so many of them: the one that was longest not met makes room.
 */
export function edgeOf(
  model: Model,
  tool: ToolModel,
  { role, resourceClass, before }: RoleEvidence,
): Edge | undefined {
  if (before === null) return undefined
  const key = edgeKey(role, before)
  const edge = tool.edges.get(key) ?? newEdge(role, resourceClass, before, tool.epoch)
  if (!tool.edges.delete(key)) model.edges++
  tool.edges.set(key, edge)
  makeRoom(model, tool)
  return edge
}

/** Takes a failure in at the edge that it came from. */
export function learnEdgeFailure(
  model: Model,
  tool: ToolModel,
  role: RoleEvidence,
  evidence: Evidence,
  failureClass: string,
): void {
  const edge = edgeOf(model, tool, role)
  if (edge === undefined) return
  edge.epoch = tool.epoch
  const known = edge.failed.get(failureClass) ?? {
    count: 0,
    distinct: new Set<string>(),
    requests: new Set<string>(),
  }
  known.count++
  keepSmallest(known.distinct, subjectDigest(evidence))
  keepSmallest(known.requests, digest(evidence.requestDigest))
  edge.failed.set(failureClass, known)
}

function newEdge(role: string, resourceClass: string, state: string, epoch: number): Edge {
  return {
    role,
    resourceClass,
    state,
    epoch,
    ok: 0,
    unchanged: 0,
    failed: new Map(),
    okRequests: new Set(),
    after: new Map(),
  }
}

function makeRoom(model: Model, { edges }: ToolModel): void {
  for (const oldest of edges.keys()) {
    if (edges.size <= bounds.edges && (model.edges <= bounds.edgesInAll || edges.size <= bounds.edgesAtLeast))
      return
    edges.delete(oldest)
    model.edges--
  }
}
