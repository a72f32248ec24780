import { homedir, userInfo } from 'node:os'
import { join, parse } from 'node:path'

/** What the place where a file stands depends on, as values: a test describes a Mac or a Windows machine with it. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder. */
  readonly home: string
  /** The same as the system keeps it for the account, whatever the environment says; the same where none is said. */
  readonly account?: string
  readonly platform: NodeJS.Platform
  readonly cwd: string
}

/** The machine that a shell runs on. `HOME` (`USERPROFILE` on Windows) counts before what the system says. */
export function machineOf(shell: Pick<Machine, 'env' | 'platform' | 'cwd'>): Machine {
  const { env, platform, cwd } = shell
  const home = (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir()
  return { env, home, account: accountHome(), platform, cwd }
}

/** A user that the system does not know, as in some containers, has no home that could be trusted. */
function accountHome(): string {
  try {
    return userInfo().homedir
  } catch {
    return join(parse(process.cwd()).root, 'nonexistent')
  }
}
