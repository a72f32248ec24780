import { homedir } from 'node:os'

/** What the place where a file stands depends on, as values: a test describes a Mac or a Windows machine with it. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder. */
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly cwd: string
}

/** The machine that a shell runs on. `HOME` (`USERPROFILE` on Windows) counts before what the system says. */
export function machineOf(shell: Pick<Machine, 'env' | 'platform' | 'cwd'>): Machine {
  const { env, platform, cwd } = shell
  const home = (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir()
  return { env, home, platform, cwd }
}
