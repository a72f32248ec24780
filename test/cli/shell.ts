import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { main } from '../../src/cli/main.ts'

/** A project and a home of their own, and our commands run in them without a terminal. */
export interface Place {
  readonly shop: string
  readonly home: string
  run(...argv: string[]): Promise<{ code: number; out: string; err: string }>
}

/** `more` is what the environment has besides `HOME`. */
export function newPlace(more: Readonly<Record<string, string>> = {}): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-cli-')))
  const [shop, home] = [join(root, 'shop'), join(root, 'home')]
  mkdirSync(join(shop, '.git'), { recursive: true })
  mkdirSync(home)
  const run: Place['run'] = async (...argv) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const shell = {
      stdin,
      stdout,
      stderr,
      env: { HOME: home, ...more },
      cwd: shop,
      platform: 'linux' as const,
      canAsk: false,
      colour: false,
    }
    const [out, err] = [gathered(stdout), gathered(stderr)]
    const code = await main(argv, shell)
    stdout.end()
    stderr.end()
    return { code, out: await out, err: await err }
  }
  return { shop, home, run }
}

/** Read all the while: a stream that nobody reads stops whoever writes into it. */
async function gathered(stream: PassThrough): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}
