import { createLogin } from '../auth/login.ts'
import { machineOf } from '../hosts/machine.ts'
import { userFolder } from '../project/paths.ts'
import { readAddress } from '../relay/remote/address.ts'
import { connectRemote } from '../relay/remote/connect.ts'
import { createLink, type Link } from '../relay/remote/link.ts'
import type { Server } from '../relay/stdio.ts'
import { fillIn, readHeaders } from './headers.ts'
import type { ServerLine } from './proxy-options.ts'
import type { Shell } from './shell.ts'

/** The remote server that a command line means. Throws `url-invalid` or `header-invalid`. */
export function remoteServer(server: RemoteLine, shell: Shell): Server {
  return connectRemote({ ...remoteFrom(server, shell), errors: shell.stderr })
}

/** The way to it, for those who send requests of HTTP themselves. Throws the same. */
export function remoteLink(server: RemoteLine, shell: Shell): Link {
  const { url, headers, login } = remoteFrom(server, shell)
  return createLink(readAddress(url), headers, login)
}

export type RemoteLine = ServerLine & { readonly kind: 'remote' }

function remoteFrom({ url, headers }: RemoteLine, shell: Shell) {
  const { MCPGRAPHY_HEADERS, MCPGRAPHY_ORIGINAL: _, MCPGRAPHY_TOKEN: __, ...env } = shell.env
  const address = fillIn(url, env, '--url')
  const { path } = userFolder(machineOf(shell))
  return {
    url: address,
    headers: readHeaders(headers, MCPGRAPHY_HEADERS, env),
    login: createLogin({ url: address, folder: path, env, errors: shell.stderr }),
  }
}
