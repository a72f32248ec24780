import { createLogin } from '../auth/login.ts'
import { machineOf } from '../hosts/machine.ts'
import { userFolder } from '../project/paths.ts'
import { connectRemote } from '../relay/remote/connect.ts'
import type { Server } from '../relay/stdio.ts'
import { fillIn, readHeaders } from './headers.ts'
import type { ServerLine } from './proxy-options.ts'
import type { Shell } from './shell.ts'

/** The remote server that a command line means. Throws `url-invalid` or `header-invalid`. */
export function remoteServer({ url, headers }: ServerLine & { kind: 'remote' }, shell: Shell): Server {
  const { MCPGRAPHY_HEADERS, MCPGRAPHY_ORIGINAL: _, ...env } = shell.env
  const address = fillIn(url, env, '--url')
  const { path } = userFolder(machineOf(shell))
  return connectRemote({
    url: address,
    headers: readHeaders(headers, MCPGRAPHY_HEADERS, env),
    login: createLogin({ url: address, folder: path, env, errors: shell.stderr }),
    errors: shell.stderr,
  })
}
