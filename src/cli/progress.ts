import type { Shell } from './shell.ts'

/** A bar that shows how far something long is: on a terminal only, on standard error. */
export function progressBar(shell: Shell): {
  show: (what: string, done: number, all: number) => void
  clear: () => void
} {
  let last = ''
  const draw = (line: string) => {
    if (shell.stderr.isTTY !== true || line === last) return
    shell.stderr.write(`\r\u001b[K${line}`)
    last = line
  }
  return {
    show(what, done, all) {
      const part = all === 0 ? 0 : Math.min(1, done / all)
      const full = Math.round(part * width)
      draw(
        `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${String(Math.round(part * 100)).padStart(3)} %  ${what}`,
      )
    },
    clear: () => draw(''),
  }
}

const width = 30
