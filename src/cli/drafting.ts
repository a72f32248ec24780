import { dirname } from 'node:path'
import { matchBundled } from '../adapter/bundled.ts'
import type { DraftNote } from '../adapter/draft/notes.ts'
import { listedTools } from '../adapter/tool.ts'
import type { Config, ServerEntry } from '../hosts/read.ts'
import { isObject, type JsonObject } from '../json.ts'
import { Problem, reasonOf } from '../problem.ts'
import { openSession } from '../relay/session.ts'
import { parseJsonc } from '../text-edit.ts'
import type { Shell } from './shell.ts'
import { version } from './version.ts'

/** What was found out about how a server's resources can be read back. */
export type Drafted =
  /** One that ships with us fits its tools; the proxy takes it by itself. */
  | { readonly kind: 'bundled'; readonly server: string; readonly name: string }
  | {
      readonly kind: 'draft'
      readonly server: string
      readonly text: string
      readonly notes: readonly DraftNote[]
    }
  | { readonly kind: 'none'; readonly server: string; readonly why: string }

const timeoutMs = 30_000

/**
 * Starts one server as its entry says, asks for its tools, and ends it again. No tool is called. What cannot be
 * started or drafted is a value: it never stands in the way of wrapping.
 */
export async function draftAdapters(shell: Shell, config: Config, server: ServerEntry): Promise<Drafted> {
  try {
    const tools = await toolsOf(shell, config, server)
    const bundled = matchBundled(listedTools(tools))
    if (bundled !== undefined) return { kind: 'bundled', server: server.name, name: bundled.name }
    return await draftOf(server.name, tools)
  } catch (error) {
    const why = error instanceof Problem ? `${error.message} ${error.now}` : reasonOf(error)
    return { kind: 'none', server: server.name, why }
  }
}

async function toolsOf(shell: Shell, config: Config, server: ServerEntry): Promise<JsonObject[]> {
  const session = await openSession({
    ...startOf(shell, config, server),
    clientName: 'mcpgraphy',
    clientVersion: version(),
    timeoutMs,
  })
  try {
    return await session.tools()
  } finally {
    await session.close()
  }
}

async function draftOf(server: string, tools: readonly JsonObject[]): Promise<Drafted> {
  const { draftAdapter } = await import('../adapter/draft/draft.ts')
  const { adapter, notes, cannotDraft } = draftAdapter({ server, tools: listedTools(tools) })
  if (adapter === null) return { kind: 'none', server, why: cannotDraft ?? 'no tool reads one item back' }
  return { kind: 'draft', server, text: `${JSON.stringify(adapter, null, 2)}\n`, notes }
}

/** The command line, environment and folder that the host would start the server with. */
function startOf(shell: Shell, config: Config, { text, entry }: ServerEntry) {
  if (entry.kind !== 'stdio') throw new Problem('no-command')
  const parsed = parseJsonc(text)
  const raw = parsed.kind === 'value' && isObject(parsed.value) ? parsed.value : {}
  const expand = (value: string) => expanded(value, shell, config)
  const own = isObject(raw[config.file.shape.env]) ? (raw[config.file.shape.env] as JsonObject) : {}
  const env = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, expand(String(value ?? ''))]),
  )
  const [command = '', ...args] = (entry.launch?.server ?? [entry.command, ...entry.args]).map(expand)
  const cwd =
    typeof raw.cwd === 'string'
      ? expand(raw.cwd)
      : config.file.scope === 'project'
        ? config.base
        : dirname(config.path)
  return { command, args, cwd, env: { ...shell.env, ...env } }
}

/**
 * A text with the hosts' common variables put in: `${NAME}`, `${NAME:-default}`, `${env:NAME}` and those for the
 * folder. Throws where one cannot be known here, such as what VS Code asks the user for.
 */
function expanded(text: string, shell: Shell, config: Config): string {
  return text.replace(/\$\{([^}]*)\}/g, (variable, inner: string) => {
    const [, name = '', fallback] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/.exec(inner) ?? []
    const folders: Record<string, string> = { workspaceFolder: config.base, CLAUDE_PROJECT_DIR: config.base }
    const value = (Object.hasOwn(folders, name) ? folders[name] : shell.env[name]) ?? fallback
    if (value !== undefined && name !== '') return value
    throw new Problem('host-variable', { variable })
  })
}
