import { type LearnedGraph, type LearnedTool, whyInWords } from './graph.ts'

/** The page that shows what was learned of each server: its picture, and every rule with the calls behind it. */
export function galleryPage(graphs: ReadonlyMap<string, LearnedGraph>): string {
  return `${head}\n${[...graphs].map(([name, graph]) => sectionOf(name, graph)).join('\n')}`
}

function sectionOf(name: string, graph: LearnedGraph): string {
  const rows = graph.tools.flatMap(tool => tool.failures.map(each => rowOf(tool, each)))
  return `## ${name}

${about[name]}

![What was learned of ${name}: its states, what leads from one to the other, and what fails where](${name}.svg)

| tool | fails | seen | worked elsewhere |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

function rowOf({ tool, ok }: LearnedTool, failure: LearnedTool['failures'][number]): string {
  const why = whyInWords(failure).replaceAll('|', '\\|')
  return `| \`${tool}\` | ${why} | ${failure.times} times | ${ok} times |`
}

const about: Readonly<Record<string, string>> = {
  'kazuph-taskmanager':
    'A task is done, then approved; a request is closed when all its tasks are. The server tells **every** failure as a success, in a field `status`. That a request was closed already is not shown by `list_requests`: what fails for it is not explained, and never refused.',
  'shrimp-task-manager':
    'A task is pending, in progress, completed. The server answers in prose, part of it Chinese, and tells most failures of `execute_task` as successes.',
  filesystem:
    'What is there and what is not, and which of it is a file. An edit whose old text is not in the file fails for a reason that no reading shows.',
  memory:
    'An entity is there or not, and has observations or not. Deleting what is not there is a success that changes nothing.',
  git: 'A repository with or without something staged, a branch that is checked out or not, a stash that is empty or not.',
}

const head = `# Gallery

Five real servers from npm, each behind the proxy in \`warn\` while a naive agent went through the same round three times, doing
what works and what does not; then once more in \`block\`. In \`block\` every call that the state forbids was refused, with the
right reason, and every valid call went through. A test runs all of this with the built program, and draws the pictures:
\`npx vitest run test/e2e/adapters.test.ts -u\`.

How to read a picture: a box is a state of a resource. An arrow is what tools made of it; ✓ is what works there and changes
nothing that is read; ✗ is what fails there, with the condition that always held when it failed and never when it worked.

What was learned is printed by \`mcpgraphy graph export\`; the adapters are listed in [ready-made.md](../ready-made.md).
`
