import { stands } from '../hosts/apply.ts'
import type { Config } from '../hosts/read.ts'
import { Problem } from '../problem.ts'
import { askYes } from './ask.ts'
import { flowed, widthOf } from './flowed.ts'
import { previewInWords } from './preview.ts'
import { type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { count } from './words.ts'
import { again, changes, planAll, type Wish, type Wrapping, write } from './wrapping.ts'

/** Asks whether to write, after what a person must do first. Without a terminal the answer is no. */
export async function confirmed(
  shell: Shell,
  changing: readonly Wrapping[],
  question = `Write this change to ${count(changing.length, 'file')}?`,
): Promise<boolean> {
  if (!shell.canAsk) return false
  sayQuitFirst(shell, changing)
  return await askYes(shell, question, true)
}

/** Says which hosts must be closed before their files are written, since they write them from memory when they end. */
export function sayQuitFirst(
  shell: Shell,
  changing: readonly { readonly plan: { readonly config: Config } }[],
): void {
  const open = changing.filter(({ plan }) => plan.config.file.quitFirst)
  for (const name of new Set(open.map(({ plan }) => plan.config.host.name)))
    shell.stderr.write(`Quit ${name} first: it writes its file anew when it ends.\n`)
}

/** Writes wrappings and says what to do now; true where all were written. One file that fails stops no other. */
export async function writeAll(
  shell: Shell,
  scene: Scene,
  wish: Wish,
  meant: readonly Wrapping[],
): Promise<boolean> {
  const written: Wrapping[] = []
  for (const wrapping of meant) {
    if (await writeOne(shell, scene, wish, wrapping).catch(problem => failed(shell, problem)))
      written.push(wrapping)
  }
  const isKept = await sayAfter(shell, scene, written.filter(changes))
  return isKept && written.length === meant.length
}

/** A file that changed since it was shown is shown again and asked about again, never overwritten. */
async function writeOne(shell: Shell, scene: Scene, wish: Wish, wrapping: Wrapping): Promise<boolean> {
  try {
    await write(scene, wrapping, wish.mode)
    return true
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'file-changed' || !shell.canAsk) throw error
    shell.stderr.write(`${error.message} This is the change as it would be now:\n`)
    const now = await again(scene)
    const next = planAll(now, wish).find(each => each.plan.config.path === wrapping.plan.config.path)
    if (next === undefined) throw error
    shell.stdout.write(previewInWords(shell, { ...now, readings: [] }, [next]))
    return (await askYes(shell, 'Write this change?', true)) && (await writeOne(shell, now, wish, next))
  }
}

function failed(shell: Shell, problem: unknown): false {
  if (!(problem instanceof Problem)) throw problem
  shell.stderr.write(`${problem.message}\n${problem.now}\n`)
  return false
}

/** Says what was written and what the user must do now. False where a host undid it already. */
async function sayAfter(shell: Shell, scene: Scene, changed: readonly Wrapping[]): Promise<boolean> {
  const say = (text: string) => shell.stderr.write(flowed(text, widthOf(shell)))
  const kept: Wrapping[] = []
  for (const wrapping of changed) {
    const { plan } = wrapping
    const { host, file, path } = plan.config
    const name = shortPath(scene.machine, path)
    const isKept = !file.quitFirst || (await stands(plan))
    if (isKept) kept.push(wrapping)
    say(isKept ? `Written: ${name}\n` : putBack(host.name, name))
  }
  for (const { restart, asksAgain } of new Set(kept.map(({ plan }) => plan.config.host))) {
    say(`Now ${restart}.${asksAgain === undefined ? '' : ` ${asksAgain}.`}\n`)
  }
  return kept.length === changed.length
}

/** For a host that wrote its own file over ours. */
export function putBack(host: string, file: string): string {
  return `${host} has put ${file} back already: quit it, then run the command again.\n`
}
