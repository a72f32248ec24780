import { Command } from 'commander'
import kleur from 'kleur'
import { type Event, play } from '../demo/play.ts'
import { type Stage, setStage } from '../demo/stage.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import type { Shell } from './shell.ts'

interface DemoOptions {
  readonly json?: true
}

export default function demo(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('[dir]', 'a folder to play in: empty, or of an earlier demo (else a new temporary one)')
    .option('--json', 'print what happened as one JSON document')
    .addHelpText('after', '\nExample:\n  mcpgraphy demo ./playground')
    .action(async (folder: string | undefined, options: DemoOptions) =>
      done(await runDemo(folder, options, shell)),
    )
}

async function runDemo(folder: string | undefined, options: DemoOptions, shell: Shell): Promise<number> {
  const stage = await setStage(folder)
  const events: Event[] = []
  kleur.enabled = shell.colour
  const asTold = await play(stage, ownProgram(), event => {
    events.push(event)
    if (!options.json) shell.stdout.write(`${inWords(event, stage).join('\n')}\n`)
  })
  await print(
    shell,
    options.json ? json({ ...stage, as_told: asTold, events: events.map(factOf) }) : epilogue(stage, asTold),
  )
  return asTold ? exit.done : exit.failed
}

/** What starts this very program again. */
function ownProgram(): string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? '']
}

function inWords(event: Event, { work }: Stage): string[] {
  if (event.kind === 'act') {
    const { length } = event.tools
    return [
      '',
      kleur.bold(event.act.title),
      kleur.gray(`The agent sees ${length - 4} tools of the server and 4 of mcpgraphy.`),
    ]
  }
  const { scene, reply, asTold } = event
  const shorter = (line: string) => printable(line.replaceAll(`${work}/`, '').replaceAll(work, '.'), 400)
  const mark =
    { works: kleur.green('ok'), answered: kleur.green('ok') }[scene.outcome as string] ??
    kleur.red(scene.outcome.replace('-noted', ''))
  return [
    '',
    scene.says,
    `  ${kleur.cyan('agent')}      ${scene.tool} ${scene.about}  ${mark}`,
    ...worthSeeing(reply.server).map(line => `  ${kleur.gray('server')}     ${kleur.gray(shorter(line))}`),
    ...reply.ours.map(
      (line, index) =>
        `  ${kleur.yellow(index === 0 ? 'mcpgraphy' : '         ')}  ${indented(shorter(line.replace(/^mcpgraphy /, '')), line)}`,
    ),
    `  ${kleur.italic(scene.moral)}`,
    ...(asTold ? [] : [kleur.red('  That is not what this story expected: please report it.')]),
  ]
}

/** Of a diff the lines that changed; of anything else the first few. */
function worthSeeing(lines: readonly string[]): readonly string[] {
  const changed = lines.filter(line => /^[+-](?![+-])/.test(line))
  return (changed.length > 0 ? changed : lines).slice(0, 3)
}

/** Keeps the two levels of an offer apart. */
function indented(shown: string, line: string): string {
  return line.startsWith('    ') ? `  ${shown}` : shown
}

function epilogue({ folder, database }: Stage, asTold: boolean): string {
  return [
    '',
    kleur.bold(asTold ? 'The end.' : 'The end, though not as it was told.'),
    `Everything is in ${folder}. Look closer:`,
    `  mcpgraphy graph export --format mermaid --db ${database}`,
    `  mcpgraphy explain edit_file@file:exists=false --db ${database}`,
    `  mcpgraphy log --verify --db ${database}`,
    'And on your own project: mcpgraphy init',
    '',
  ].join('\n')
}

function factOf(event: Event) {
  if (event.kind === 'act') return { act: event.act.title, mode: event.act.mode, tools: event.tools }
  const { scene, reply, asTold } = event
  return {
    tool: scene.tool,
    about: scene.about,
    expected: scene.outcome,
    as_told: asTold,
    is_error: reply.isError,
    server: reply.server,
    mcpgraphy: reply.ours,
  }
}
