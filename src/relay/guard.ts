import { spawn } from 'node:child_process'

/** What stays behind for the case that we are killed. */
export interface Guard {
  /** The server has ended: nobody need be guarded any more. */
  dismiss(): void
}

/**
 * Ends a server's process group when we are gone, however we went: hosts kill a proxy within half a second of asking it
 * to end (seen with Claude Code, Codex, Copilot and opencode), and a server that ignores the end of its input would
 * stay for ever. A shell waits at a pipe that only we hold: when the pipe closes, the group gets SIGTERM and two seconds
 * later SIGKILL. Windows has no process groups; there a job of the host, or nobody, does this.
 */
export function guard(group: number, platform: NodeJS.Platform): Guard {
  if (platform === 'win32') return { dismiss: () => undefined }
  const script = 'read _; kill -TERM -"$1" && sleep 2 && kill -KILL -"$1"'
  const shell = spawn('/bin/sh', ['-c', script, 'mcpgraphy-guard', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.on('error', () => undefined)
  shell.stdin.on('error', () => undefined)
  shell.unref()
  return { dismiss: () => void shell.kill('SIGKILL') }
}
