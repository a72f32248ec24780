import { resolve } from 'node:path'
import { writeFileAtOnce } from '../hosts/write.ts'
import { pageOf } from '../lab/benchmark/page.ts'
import { keptRun } from './benchmark-runs.ts'
import { resultInWords } from './benchmark-words.ts'
import { exit } from './main.ts'
import { json, print } from './print.ts'
import type { Shell } from './shell.ts'

export interface ReportOptions {
  readonly run: string
  readonly html?: string
  readonly json?: true
}

/** `mcpgraphy benchmark report`: shows a run again, and writes it as a page with plots. */
export async function runReport({ run, html, json: asJson }: ReportOptions, shell: Shell): Promise<number> {
  const result = await keptRun(shell, run)
  if (html !== undefined) {
    const path = resolve(shell.cwd, html)
    await writeFileAtOnce({ path, bytes: pageOf(result) })
    shell.stderr.write(`Written: ${path}\n`)
  }
  if (html === undefined || asJson) await print(shell, asJson ? json(result) : resultInWords(result))
  return exit.done
}
