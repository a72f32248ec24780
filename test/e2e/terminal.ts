import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { spawn } from '@lydell/node-pty'

const root = resolve(import.meta.dirname, '../..')

/** The words that start this program from its sources. */
export const program = [
  '--import',
  pathToFileURL(resolve(root, 'node_modules/tsx/dist/loader.mjs')).href,
  resolve(root, 'src/cli.ts'),
]

/** A program in a pseudo-terminal, driven as a person would. */
export interface Terminal {
  /** Waits until the screen shows something after what was waited for before. */
  sees(text: string | RegExp): Promise<void>
  type(keys: string): void
  /** The exit code. */
  readonly ended: Promise<number>
  /** All that was ever shown, without colours and moves of the pointer. */
  screen(): string
}

export const keys = { enter: '\r', up: '\u001b[A', down: '\u001b[B', space: ' ', ctrlC: '\u0003' }

/** Starts `mcpgraphy ARGS` in a pseudo-terminal. */
export function openTerminal(args: readonly string[], cwd: string, env: Record<string, string>): Terminal {
  const pty = spawn(process.execPath, [...program, ...args], { cols: 160, rows: 50, cwd, env })
  let shown = ''
  let from = 0
  let wake = () => {}
  pty.onData(data => {
    shown += data.replace(/\u001b\[[0-9;?]*[A-Za-z]|\u001b[()][A-Z0-9]/g, '')
    wake()
  })
  const ended = new Promise<number>(done => pty.onExit(({ exitCode }) => done(exitCode)))
  let isOver = false
  void ended.then(() => {
    isOver = true
    wake()
  })
  const find = (text: string | RegExp) => {
    const rest = shown.slice(from)
    const at = typeof text === 'string' ? rest.indexOf(text) : rest.search(text)
    if (at === -1) return false
    from += at + 1
    return true
  }
  return {
    async sees(text) {
      while (!find(text)) {
        if (isOver) throw new Error(`the program ended and never showed ${text}:\n${shown}`)
        await new Promise<void>(done => {
          wake = done
        })
      }
    },
    type: each => pty.write(each),
    ended,
    screen: () => shown,
  }
}
