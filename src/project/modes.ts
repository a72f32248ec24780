import { join } from 'node:path'
import * as z from 'zod'
import { isObject, type Json } from '../json.ts'
import { Problem, reasonOf } from '../problem.ts'
import { parseJsonc } from '../text-edit.ts'
import { readOwn } from './own.ts'
import type { Folder } from './paths.ts'

/** What the proxy may do for a server, from the least to the most: SPEC section 10. */
export const modeNames = ['pass', 'observe', 'warn', 'block'] as const
export type Mode = (typeof modeNames)[number]

/** How one server is to be treated. */
export interface ServerMode {
  readonly mode: Mode
  /** Tools that a person let through although they destroy or are gated. */
  readonly approve: readonly string[]
}

/** What `modes.json` says. A server that it does not name, or names without a mode, has the default. */
export interface Modes {
  readonly default: Mode
  readonly servers: ReadonlyMap<
    string,
    { readonly mode: Mode | undefined; readonly approve: readonly string[] }
  >
}

/** What holds where nobody said anything: every call goes through. */
export const standardModes: Modes = { default: 'warn', servers: new Map() }

/** What stands where `modes.json` belongs. */
export type ModesFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'modes'; readonly modes: Modes; readonly bytes: Buffer }
  | { readonly kind: 'broken'; readonly problem: Problem }

/** Where a folder keeps the modes and approvals of its servers. */
export function modesPath(folder: Folder): string {
  return join(folder.path, 'modes.json')
}

/** How a server is treated by these modes. */
export function modeOf(modes: Modes, server: string): ServerMode {
  const named = modes.servers.get(server)
  return { mode: named?.mode ?? modes.default, approve: named?.approve ?? [] }
}

/**
 * Modes as far as a file counts that the user has not accepted: `block` stays, anything else is `warn`,
 * and nothing is approved. A stranger's file can lower what is allowed, never raise it.
 */
export function withoutTrust(modes: Modes): Modes {
  const strict = (mode: Mode): Mode => (mode === 'block' ? 'block' : 'warn')
  const servers = [...modes.servers].map(
    ([name, { mode }]) => [name, { mode: mode && strict(mode), approve: [] }] as const,
  )
  return { default: strict(modes.default), servers: new Map(servers) }
}

/** Reads the `modes.json` of a folder. What is wrong with it is a value, since a running proxy goes on without. */
export function readModes(folder: Folder): ModesFile {
  const file = modesPath(folder)
  try {
    const bytes = readOwn(folder, file)
    if (bytes === undefined) return { kind: 'none' }
    return { kind: 'modes', modes: parseModes(bytes.toString('utf8'), file), bytes }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'broken', problem: error }
    return {
      kind: 'broken',
      problem: new Problem('modes-invalid', { file, what: reasonOf(error) }, { cause: error }),
    }
  }
}

/** Reads the text of a `modes.json`. Throws the Problem `modes-invalid`, which says where and what. */
export function parseModes(text: string, file: string): Modes {
  const parsed = parseJsonc(text)
  if (parsed.kind === 'broken') {
    throw new Problem('modes-invalid', {
      file,
      what: `line ${parsed.line}, column ${parsed.column}: not JSON`,
    })
  }
  const checked = modesSchema.safeParse(parsed.value)
  if (!checked.success) throw new Problem('modes-invalid', { file, what: firstFault(checked.error) })
  return { default: checked.data.default ?? 'warn', servers: serversIn(parsed.value, file) }
}

const serverSchema = z.strictObject({
  mode: z.enum(modeNames).optional(),
  approve: z.array(z.string()).optional(),
})

const modesSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  default: z.enum(modeNames).optional(),
  servers: z.looseObject({}).optional(),
})

/** By hand, since a schema's record loses a server that is called `__proto__`. */
function serversIn(value: Json, file: string): Modes['servers'] {
  const servers = isObject(value) && isObject(value.servers) ? value.servers : {}
  return new Map(
    Object.entries(servers).map(([name, entry]) => {
      const checked = serverSchema.safeParse(entry)
      if (!checked.success)
        throw new Problem('modes-invalid', { file, what: `server ${name}: ${firstFault(checked.error)}` })
      return [name, { mode: checked.data.mode, approve: checked.data.approve ?? [] }]
    }),
  )
}

function firstFault(error: z.ZodError): string {
  const [issue] = error.issues
  const where = issue?.path.map(String).join('.') ?? ''
  return `${where ? `${where}: ` : ''}${issue?.message ?? 'not what it should be'}`
}
