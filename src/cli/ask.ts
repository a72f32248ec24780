import type { Shell } from './shell.ts'

/** One choice of a question. */
export interface Choice<Value> {
  readonly value: Value
  readonly name: string
  /** Shown where the pointer stands. */
  readonly description?: string
  /** What stands there once it was chosen; the name where it is left out. */
  readonly short?: string
}

/** One choice of several, chosen beforehand or not. */
interface Tick<Value> extends Choice<Value> {
  readonly checked: boolean
}

/** Asks yes or no. The prompts are loaded here, when a person is to be asked, and never before. */
export async function askYes(shell: Shell, message: string, byDefault: boolean): Promise<boolean> {
  const { confirm } = await import('@inquirer/prompts')
  return await confirm({ message, default: byDefault }, streams(shell))
}

/** Asks for one of several. */
export async function askOne<Value>(
  shell: Shell,
  message: string,
  choices: readonly Choice<Value>[],
  byDefault: Value,
): Promise<Value> {
  const { select } = await import('@inquirer/prompts')
  return await select<Value>({ message, choices: [...choices], default: byDefault }, streams(shell))
}

/** Asks for any of several. */
export async function askMany<Value>(
  shell: Shell,
  message: string,
  choices: readonly Tick<Value>[],
): Promise<Value[]> {
  const { checkbox } = await import('@inquirer/prompts')
  return await checkbox<Value>({ message, choices: [...choices], pageSize: 15 }, streams(shell))
}

function streams({ stdin, stdout }: Shell) {
  return { input: stdin, output: stdout as NodeJS.WritableStream }
}
