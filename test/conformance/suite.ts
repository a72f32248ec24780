import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The revisions that the suite is run for: the last with sessions, and the first without. */
export type Revision = '2025-11-25' | '2026-07-28'

/** Checks by scenario, in the order in which they were made. */
export type Outcomes = ReadonlyMap<string, readonly Check[]>

/** One check, and what came of it: SUCCESS, FAILURE, WARNING, SKIPPED. */
export interface Check {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly errorMessage?: string
}

/** Runs every scenario of the official suite that applies to a revision against an address. */
export async function runSuite(url: string, revision: Revision): Promise<Outcomes> {
  const folder = await mkdtemp(join(tmpdir(), 'mcpgraphy-suite-'))
  const args = ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', folder]
  // It ends with 1 where a check failed; what failed is read from what it wrote.
  await promisify(execFile)(process.execPath, [...shim, suite, ...args]).catch(() => undefined)
  try {
    return await outcomesIn(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function outcomesIn(folder: string): Promise<Outcomes> {
  const outcomes = new Map<string, Check[]>()
  for (const name of (await readdir(folder)).sort()) {
    const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[]
    outcomes.set(
      name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
      checks.filter(({ status }) => status !== 'INFO'),
    )
  }
  return outcomes
}

const root = resolve(import.meta.dirname, '../..')
const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

/**
 * The suite asks for Node 22, for one function that it needs only to report on repositories: on Node 20 a module
 * hook puts something in its place. With the same server its verdicts are the same as those under Node 22.
 */
const shim =
  Number(process.versions.node.split('.')[0]) < 22
    ? ['--import', join(import.meta.dirname, 'on-node-20.mjs')]
    : []
