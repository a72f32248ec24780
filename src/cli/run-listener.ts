import { makeFolder } from '../project/folder.ts'
import { type Gates, type Ground, openGates } from '../proxy.ts'
import { endLike } from '../relay/farewell.ts'
import { listen } from '../relay/listen/listener.ts'
import { createSite, type Site } from '../relay/listen/site.ts'
import type { Behind } from '../relay/relay.ts'
import { foldersFor } from './ground.ts'
import type { ListenLine } from './listen-options.ts'
import type { ProxyLine } from './proxy-options.ts'
import type { Shell } from './shell.ts'
import { type Token, tokenFor } from './token.ts'

export interface ListenerParts {
  readonly line: ProxyLine
  readonly listen: ListenLine
  readonly behind: () => Behind
  readonly ground: () => Promise<Ground>
}

/** Serves a server to several hosts until a signal ends us. Throws what `listen` and `tokenFor` throw. */
export async function runListener(parts: ListenerParts, shell: Shell): Promise<number> {
  const { line, ground } = parts
  const token = await tokenOf(line, shell)
  const gates = openGates(ground, shell.stderr)
  const say = (text: string) => shell.stderr.write(`mcpgraphy: ${line.name}: ${text}\n`)
  try {
    // every server that runs is to hear how we end
    process.setMaxListeners(parts.listen.limits.sessions + 20)
    const site = await siteFor(parts, gates, shell)
    const listener = await listen({ ...parts.listen, token: token.value, site, errors: shell.stderr })
    say(`listening on ${listener.url} (token in ${token.where})`)
    if (token.isOurs) say(`token ${token.value}`)
    const signal = await firstSignal()
    await listener.close(signal)
    await gates.close()
    return endLike({ code: null, signal }, process)
  } finally {
    await gates.close()
  }
}

/**
 * A remote server is passed on request by request, as it is; one that all are to share, and one that starts with a
 * command, is spoken to line by line.
 */
async function siteFor({ line, listen, behind }: ListenerParts, gates: Gates, shell: Shell): Promise<Site> {
  const common = { limits: listen.limits, errors: shell.stderr, nextIntercept: gates.next }
  if (line.server.kind === 'command' || listen.share)
    return createSite({ ...common, behind, share: listen.share })
  const [{ remoteLink }, { createMirror }] = await Promise.all([
    import('./remote-server.ts'),
    import('../relay/mirror/mirror.ts'),
  ])
  return createMirror({ ...common, link: remoteLink(line.server, shell) })
}

async function tokenOf(line: ProxyLine, shell: Shell): Promise<Token> {
  const { folder } = foldersFor(line, shell)
  const given = shell.env.MCPGRAPHY_TOKEN
  if (given === undefined) await makeFolder(folder)
  return tokenFor(folder, line.name, given)
}

/** The first signal that asks us to end. Later ones change nothing: the ending is bounded in time. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal))
  })
}
