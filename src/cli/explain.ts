import { Command } from 'commander'
import { explain, explainedInWords } from '../advice/explain.ts'
import { readOfferId } from '../advice/offer-id.ts'
import { Problem } from '../problem.ts'
import { type Learned, type LearnedOptions, withLearned } from './learned.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import type { Shell } from './shell.ts'

interface ExplainOptions extends LearnedOptions {
  readonly json?: true
}

export default function explainCommand(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('<offer>', 'the id of an offer, as `mcpgraphy offers` prints it')
    .option('--server <name>', 'the server; needed where there are several')
    .option('--json', 'print one JSON document')
    .option('--db <file>', "this database instead of the project's")
    .addHelpText('after', '\nExample:\n  mcpgraphy explain edit_file@file:exists=false')
    .action(async (offer: string, options: ExplainOptions) =>
      done(await withLearned(shell, options, learned => runExplain(learned, offer, options, shell))),
    )
}

async function runExplain(
  learned: Learned,
  offer: string,
  options: ExplainOptions,
  shell: Shell,
): Promise<number> {
  const named = readOfferId(offer)
  if (named === undefined) {
    throw new Problem('usage', {
      what: `“${printable(offer)}” is no offer`,
      now: 'Take an id from mcpgraphy offers, for example edit_file@file:exists=false.',
    })
  }
  const explained = explain(learned.model, named.tool, named.role, named.state)
  const words = () =>
    `${explainedInWords(explained)
      .map(each => printable(each, 600))
      .join('\n')}\n`
  await print(shell, options.json ? json({ server: learned.server, offer, ...explained }) : words())
  return exit.done
}
