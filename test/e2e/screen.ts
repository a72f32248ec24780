import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { program } from './terminal.ts'

/** A terminal of 80 columns as a person sees it: what stands there now, redrawn lines and all. */
export interface Screen {
  /** Waits until a text stands on the screen, or above it where it was scrolled out. */
  shows(text: string): Promise<void>
  type(keys: string): void
  /** The lines as they stand there, those that were scrolled out first, without colours. */
  lines(): string[]
  readonly ended: Promise<number>
}

/** Starts `mcpgraphy ARGS` in an emulated terminal. */
export function openScreen(args: readonly string[], cwd: string, env: Record<string, string>): Screen {
  const size = { cols: 80, rows: 40 }
  const terminal = new xterm.Terminal({ ...size, scrollback: 1000, allowProposedApi: true })
  const pty = spawn(process.execPath, [...program, ...args], { ...size, cwd, env })
  let wake = () => {}
  let isOver = false
  pty.onData(data => terminal.write(data, () => wake()))
  const ended = new Promise<number>(done => {
    pty.onExit(({ exitCode }) => terminal.write('', () => done(exitCode)))
  })
  void ended.then(() => {
    isOver = true
    wake()
  })
  const lines = () => {
    const { active } = terminal.buffer
    const all = Array.from(
      { length: active.length },
      (_, at) => active.getLine(at)?.translateToString(true) ?? '',
    )
    return all.slice(0, all.findLastIndex(line => line !== '') + 1)
  }
  return {
    async shows(text) {
      while (!lines().join('\n').includes(text)) {
        if (isOver) throw new Error(`the program ended and never showed ${text}:\n${lines().join('\n')}`)
        await new Promise<void>(done => {
          wake = done
        })
      }
    },
    type: keys => pty.write(keys),
    lines,
    ended,
  }
}
