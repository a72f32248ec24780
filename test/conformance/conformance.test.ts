import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { playground } from '../helpers/host.ts'
import { bridge } from './bridge.ts'
import { everything, proxied, servers } from './commands.ts'
import { differences, table } from './compare.ts'
import { type Outcomes, type Revision, runSuite } from './suite.ts'

const serverFor = { '2025-11-25': servers.v1, '2026-07-28': servers.modern } as const
const modes = ['pass', 'observe', 'warn', 'block'] as const

let folder = ''
beforeAll(async () => {
  folder = await playground()
})
afterAll(() => rm(folder, { recursive: true }))

const database = (name: string) => join(folder, `${name}.sqlite`)

/** In warn mode each session has a process of its own; in the others, to save time, one process serves them all. */
async function outcomesOf(name: string, command: readonly string[], revision: Revision): Promise<Outcomes> {
  const served = await bridge(command, name !== 'warn')
  try {
    return await runSuite(served.url, revision)
  } finally {
    await served.close()
  }
}

/** Two at a time. */
async function outcomesOfAll(
  commands: Readonly<Record<string, readonly string[]>>,
  revision: Revision,
): Promise<Record<string, Outcomes>> {
  const waiting = Object.entries(commands)
  const outcomes: Record<string, Outcomes> = {}
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      outcomes[next[0]] = await outcomesOf(...next, revision)
  }
  await Promise.all([work(), work()])
  return outcomes
}

describe.each(['2025-11-25', '2026-07-28'] as const)('under the official suite for %s', revision => {
  let bare: Outcomes
  let through: Record<string, Outcomes>

  beforeAll(async () => {
    const commands = Object.fromEntries(
      modes.map(mode => [mode, proxied(mode, database(`${mode} ${revision}`), serverFor[revision])]),
    )
    const { direct, ...others } = await outcomesOfAll({ direct: serverFor[revision], ...commands }, revision)
    bare = direct ?? new Map()
    through = others
    process.stdout.write(`\n${revision}\n${table({ direct: bare, ...through })}\n`)
  }, 240_000)

  it('the fixture passes every scenario that is about the protocol and not about HTTP', () => {
    const missed = [...bare].flatMap(([scenario, checks]) =>
      checks.filter(({ status }) => status !== 'SUCCESS').map(({ id }) => `${scenario}: ${id}`),
    )
    expect(bare.size).toBeGreaterThan(30)
    expect([...new Set(missed)]).toEqual(notOverStdio[revision])
  })

  it.each(modes)('the proxy in %s mode comes to the same in every check', mode => {
    expect(differences(bare, through[mode] ?? new Map())).toEqual([])
  })

  it('the gate had looked at calls and had read things around them', async () => {
    const store = await openStore(database(`warn ${revision}`))
    const evidence = await store.evidence('conformance', 0)
    await store.close()
    expect(evidence.length).toBeGreaterThan(10)
    expect(evidence.some(each => each.evidence.roles[0]?.after === 'status=READY')).toBe(true)
  })
})

describe('under the official suite, the reference server “everything”', () => {
  it('comes to the same in every check, also where it fails', async () => {
    const commands = { direct: everything, block: proxied('block', database('everything'), everything) }
    const { direct = new Map(), block = new Map() } = await outcomesOfAll(commands, '2025-11-25')
    process.stdout.write(`\neverything\n${table({ direct, block })}\n`)
    expect(direct.size).toBeGreaterThan(30)
    expect(differences(direct, block)).toEqual([])
  }, 240_000)
})

/** Checks of HTTP that a bridge over stdio does not make, and where the second SDK answers otherwise over stdio. */
const notOverStdio = {
  '2025-11-25': [
    'server-sse-polling: server-sse-priming-event',
    'server-sse-polling: server-sse-retry-field',
  ],
  '2026-07-28': [
    'http-custom-header-server-validation: sep-2243-server-reject-invalid-param-chars',
    'http-custom-header-server-validation: sep-2243-server-reject-param-mismatch',
    'http-custom-header-server-validation: sep-2243-server-validate-param-match',
    'server-stateless: sep-2575-request-meta-invalid-missing-meta',
    'server-stateless: sep-2575-request-meta-invalid-missing-protocol-version',
    'server-stateless: sep-2575-server-unsupported-version-error',
    'server-stateless: sep-2575-http-server-unsupported-version-400',
  ],
}
