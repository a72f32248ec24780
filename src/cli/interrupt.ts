import { exit } from './main.ts'
import type { Shell } from './shell.ts'

/**
 * Does work during which servers run: Ctrl-C then ends them with us. They live in process groups of their own, so the
 * terminal does not reach them; leaving in an orderly way does.
 */
export async function whileStarting<Value>(shell: Shell, work: () => Promise<Value>): Promise<Value> {
  const stop = () => {
    shell.stderr.write('\nStopped. Nothing was changed.\n')
    process.exit(exit.failed)
  }
  process.once('SIGINT', stop)
  try {
    return await work()
  } finally {
    process.off('SIGINT', stop)
  }
}
