import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Draft, draftAdapter } from '../../../src/adapter/draft/draft.ts'
import type { Sample } from '../../../src/adapter/draft/evidence.ts'
import { parseAdapter } from '../../../src/adapter/load.ts'
import { observationOf } from '../../../src/adapter/read.ts'
import { answerOf, corpus } from '../helpers/corpus.ts'

/** What a person wrote for the same server, see the README beside it. */
interface Key {
  readonly resource_class: string
  readonly observation_tool: string
  readonly id_param: string
  readonly features: readonly string[]
  readonly effect_classes: Readonly<Record<string, string>>
  readonly x_id?: readonly { readonly name: string }[]
  readonly x_features?: readonly { readonly path?: string; readonly root?: boolean }[]
}

/** The recorded calls by which each server is judged: of a thing that is there, and of one that is not. */
const readings: Readonly<Record<string, { id: string; seen?: number; missing?: number }>> = {
  filesystem: { id: '/srv/fs/a.txt', seen: 3, missing: 4 },
  memory: { id: 'Ann', seen: 6, missing: 2 },
  'memory-bank': { id: 'a.md', seen: 7, missing: 10 },
  ohno: { id: 'task-3534efd6', seen: 9, missing: 3 },
  'kazuph-taskmanager': { id: 'task-1', seen: 4, missing: 5 },
  shrimp: { id: 'd896567b-d41e-4788-84d9-de6a22fca5d8', seen: 8, missing: 2 },
  'k-slack-ref': { id: 'C1' },
}
const servers = Object.keys(readings)

describe('drafts beside what a person wrote for the same seven servers', () => {
  const alone = servers.map(server => judged(server, draftOf(server, [])))
  const sampled = servers.map(server => judged(server, draftOf(server, samplesOf(server))))

  it('from the tools alone', () => {
    process.stderr.write(tableOf('from the tools alone', alone))
    expect(tableOf('from the tools alone', alone)).toMatchInlineSnapshot(`
      "from the tools alone  reading  id     class  read-only  missing  features
      filesystem            right    right  right  10 of 10   right    by shape
      memory                right    right  right  3 of 3     right    2 of 2
      memory-bank           right    right  right  3 of 3     right    none needed
      ohno                  right    right  right  14 of 14   right    by shape
      kazuph-taskmanager    right    right  right  3 of 3     right    by shape
      shrimp                right    right  right  4 of 9     wrong    by shape
      k-slack-ref           none     none   none   none       none     none
      "
    `)
  })

  it('with one reading of a thing that is there and one of a thing that is not', () => {
    process.stderr.write(tableOf('with one sample', sampled))
    expect(tableOf('with one sample', sampled)).toMatchInlineSnapshot(`
      "with one sample     reading  id     class  read-only  missing  features
      filesystem          right    right  right  10 of 10   right    2 of 2
      memory              right    right  right  3 of 3     right    2 of 2
      memory-bank         right    right  right  3 of 3     right    none needed
      ohno                right    right  right  14 of 14   right    4 of 4, 2 more
      kazuph-taskmanager  right    right  right  3 of 3     right    2 of 2
      shrimp              right    right  right  4 of 9     right    1 of 1
      k-slack-ref         none     none   none   none       none     none
      "
    `)
  })

  it('never read with a wrong tool or by a wrong id, and call nothing read-only that is not', () => {
    for (const { cells } of [...alone, ...sampled]) {
      expect([cells.reading, cells.id, cells.class]).not.toContain('wrong')
      expect(cells['read-only']).not.toContain('wrong')
    }
  })

  it('are shown in the docs as they are here', () => {
    const docs = readFileSync(new URL('../../../docs/adapters.md', import.meta.url), 'utf8')
    for (const { server, cells } of alone) {
      const later = sampled.find(each => each.server === server)!.cells
      expect(docs).toContain(
        `| ${server.replace(/^k-/, '')} | ${cells.reading} | ${cells.id} | ${cells.class} | ${cells['read-only']} | ${cells.missing} → ${later.missing} | ${cells.features} → ${later.features} |`,
      )
    }
  })
})

type Column = 'reading' | 'id' | 'class' | 'read-only' | 'missing' | 'features'

interface Judged {
  readonly server: string
  readonly cells: Readonly<Record<Column, string>>
}

function draftOf(server: string, samples: readonly Sample[]): Draft {
  const ids = samples.length === 0 ? [] : [readings[server]!.id]
  return draftAdapter({ server, tools: corpus(server).tools, samples, ids })
}

/** What `--sample ID` asks: the thing itself, and one that surely is not there. */
function samplesOf(server: string): Sample[] {
  const { seen, missing } = readings[server]!
  const call = (n: number) => corpus(server).transcript.find(each => each.n === n)!
  const sample = (n: number): Sample => ({
    tool: call(n).request.name,
    arguments: call(n).request.arguments,
    result: answerOf(server, n),
  })
  if (seen === undefined || missing === undefined) return []
  return [sample(seen), { ...sample(missing), ofMissing: true }]
}

/** The key's main resource may be any of the drafted ones. */
function judged(server: string, { adapter }: Draft): Judged {
  const key: Key = JSON.parse(
    readFileSync(new URL(`../../fixtures/corpus/keys/${server}.json`, import.meta.url), 'utf8'),
  )
  const block = adapter?.resources.find(each => each.observation_tool === key.observation_tool)
  const says = (right: boolean | undefined) =>
    adapter === null ? 'none' : block !== undefined && right === true ? 'right' : 'wrong'
  const ids = key.x_id?.map(each => each.name) ?? [key.id_param]
  const reads = Object.keys(key.effect_classes).filter(tool => key.effect_classes[tool] === 'READ_ONLY')
  const drafted = Object.entries(adapter?.effect_classes ?? {}).filter(([, effect]) => effect === 'READ_ONLY')
  const wrong = drafted.filter(([tool]) => !reads.includes(tool)).length
  return {
    server,
    cells: {
      reading: says(true),
      id: says((block?.id_params ?? [block?.id_param]).join() === ids.join()),
      class: says(block?.resource_class === key.resource_class),
      'read-only':
        adapter === null
          ? 'none'
          : `${drafted.length - wrong} of ${reads.length}${wrong > 0 ? `, ${wrong} wrong` : ''}`,
      missing: block === undefined ? 'none' : missingOf(server, block),
      features: block === undefined ? 'none' : featuresOf(block, key),
    },
  }
}

/** Held against the real answers: the one is there, the other is not. */
function missingOf(server: string, block: object): string {
  const { id, seen = 0, missing = 0 } = readings[server]!
  const [rule] = parseAdapter(JSON.stringify({ server_id: server, resources: [block] }), server).resources
  const kindOf = (n: number, id: string) => observationOf(rule!, ['scope', id], answerOf(server, n)).kind
  return kindOf(missing, 'nothing') === 'absent' && kindOf(seen, id) !== 'absent' ? 'right' : 'wrong'
}

/** The key's features that the draft names, by the fields that they look at; and how many others it names. */
function featuresOf(
  block: { features?: readonly (string | { path?: string | undefined })[] },
  key: Key,
): string {
  const wanted = new Set(
    [...key.features, ...(key.x_features ?? []).filter(each => !each.root).map(({ path }) => path)].map(
      name => name?.toLowerCase(),
    ),
  )
  if (wanted.size === 0) return block.features === undefined ? 'none needed' : 'too many'
  if (block.features === undefined) return 'by shape'
  const named = block.features.map(each =>
    (typeof each === 'string' ? each : (each.path ?? '')).toLowerCase(),
  )
  const found = [...wanted].filter(each => named.includes(each ?? '')).length
  const more = named.filter(each => !wanted.has(each)).length
  return `${found} of ${wanted.size}${more > 0 ? `, ${more} more` : ''}`
}

function tableOf(title: string, rows: readonly Judged[]): string {
  const columns: Column[] = ['reading', 'id', 'class', 'read-only', 'missing', 'features']
  const lines = [
    [title, ...columns],
    ...rows.map(({ server, cells }) => [server, ...columns.map(each => cells[each])]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
  return `${lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}
