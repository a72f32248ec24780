import type { Evidence } from './evidence.ts'
import type { ToolModel } from './model.ts'

/**
 * Notes that a tool is now listed with another schema, or by another version of its server. Nothing is deleted: what was
 * confirmed only before that is due for a retest, and the first calls after it retest it.
 * An unknown schema ('') changes nothing: it was not listed, which is no news.
 */
export function retestAfter(tool: ToolModel, schema: string): void {
  if (schema === '' || schema === tool.schema) return
  if (differs(tool.schema, schema)) tool.epoch++
  else if (tool.schema.startsWith(`${schema}@`)) return // the same, and this time nobody said of which version
  tool.schema = schema
}

/**
 * Was this last confirmed under an earlier schema of its tool, an earlier version of its server, or before a retest was
 * asked for? Then it may warn, and it may not refuse. `schema`: the one under which the tool is listed now, '' where
 * that is not known.
 */
export function isStale(tool: ToolModel, known: { readonly epoch: number }, schema = ''): boolean {
  return known.epoch < tool.epoch || differs(tool.schema, schema)
}

/** A schema's fingerprint with the version of the server that listed it; the fingerprint alone where it gives none. */
export function versioned(schema: string, version: string): string {
  return schema === '' || version === '' ? schema : `${schema}@${version}`
}

/** Two fingerprints differ where both say something and not the same: of the schema, or of the version. */
function differs(one: string, other: string): boolean {
  if (one === '' || other === '' || one === other) return false
  const [schema, version = ''] = apart(one)
  const [otherSchema, otherVersion = ''] = apart(other)
  return schema !== otherSchema || (version !== '' && otherVersion !== '' && version !== otherVersion)
}

function apart(fingerprint: string): [schema: string, version?: string] {
  const at = fingerprint.indexOf('@')
  return at < 0 ? [fingerprint] : [fingerprint.slice(0, at), fingerprint.slice(at + 1)]
}

/** That somebody asked for a retest of a tool, as a piece of evidence: it is never deleted, and every proxy learns of it. */
export function retestAsked(of: Pick<Evidence, 'server' | 'tool' | 'at' | 'session'>): Evidence {
  return {
    ...of,
    schema: '',
    roles: [],
    atoms: [],
    quantities: [],
    callDigest: '',
    requestDigest: '',
    outcome: { kind: 'unknown', why: 'retest' },
    overlapped: false,
  }
}
