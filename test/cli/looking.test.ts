import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/store/memory.ts'
import { openStore } from '../../src/store/open.ts'
import { evidenceOf, type Lived } from '../helpers/evidence.ts'
import { playground } from '../helpers/host.ts'
import { run as runIn } from './run.ts'

const draft = { status: 'DRAFT', tests_passed: false }
const tested = { status: 'DRAFT', tests_passed: true }
const lived: Lived[] = [
  { tool: 'run_tests', of: { release: { id: 'r1', before: draft, after: tested } } },
  {
    tool: 'publish_release',
    of: { release: { id: 'r2', before: draft } },
    error: 'tests_passed must be true',
  },
  {
    tool: 'publish_release',
    of: { release: { id: 'r1', before: tested, after: { ...tested, status: 'PUBLISHED' } } },
  },
]
const schema = { type: 'object', properties: { release_id: { type: 'string' } }, required: ['release_id'] }

let folder = ''
let database = ''
const run = async (...args: string[]) => {
  const { code, out, err } = await runIn(folder, ...args)
  return { exitCode: code, stdout: out.trimEnd(), stderr: err }
}

beforeAll(async () => {
  folder = await playground()
  database = join(folder, '.mcpgraphy', 'graph.sqlite')
  const memory = await openMemory(await openStore(database), { server: 'releases', session: 's' })
  for (const [index, each] of lived.entries()) {
    const evidence = { ...evidenceOf(each), server: 'releases', at: index }
    const resources = evidence.roles.map(({ resource }) => resource)
    await memory.keep(evidence, {
      at: index,
      tool: each.tool,
      resources,
      decision: 'forwarded',
      reason: '',
      requestDigest: '00',
      replyDigest: '00',
    })
  }
  const names = ['get_release', 'run_tests', 'publish_release']
  await memory.saveTools(
    names.map(name => ({ name, schema: 's1', definition: JSON.stringify({ name, inputSchema: schema }) })),
  )
  await memory.close()
  const { writeProjectAdapter } = await import('../../src/project/adapters.ts')
  const adapter = {
    server_id: 'releases',
    resource_class: 'release',
    observation_tool: 'get_release',
    id_param: 'release_id',
  }
  const of = { path: join(folder, '.mcpgraphy'), of: 'project' as const }
  await writeProjectAdapter(of, { path: `${folder}-user`, of: 'user' }, 'releases', JSON.stringify(adapter))
})

describe('offers', () => {
  it('print a resource as it was last seen, each tool with its evidence, and the way to a goal', async () => {
    const { stdout, stderr, exitCode } = await run(
      'offers',
      '--resource',
      'release:r2',
      '--goal',
      'status=PUBLISHED',
    )
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout.split('\n')).toEqual([
      'release:r2 [status=DRAFT, tests_passed=false]',
      'run_tests [CANDIDATE; OBSERVED_SUPPORTED]',
      '    predicted: tests_passed becomes true',
      '    observed here: OK x1',
      '    id: run_tests@release:status=DRAFT,tests_passed=false',
      'publish_release [NOT_SUPPORTED_FROM_THIS_STATE; OBSERVED_SUPPORTED]',
      '    needs: release.tests_passed is true',
      '    predicted: call fails with tests_passed must be true',
      '    observed here: tests_passed must be true x1',
      '    always failed while release.tests_passed is false',
      '    id: publish_release@release:status=DRAFT,tests_passed=false',
      'never tried from here [UNKNOWN_UNTESTED]: get_release',
      'to status=PUBLISHED: run_tests, publish_release',
    ])
  })

  it('say the same as one JSON document', async () => {
    const facts = JSON.parse(
      (await run('offers', '--resource', 'r2', '--goal', 'tests_passed=true', '--json')).stdout,
    )
    expect(Object.keys(facts)).toEqual(['server', 'resource', 'state', 'seen', 'offers', 'goal', 'route'])
    expect(facts.route).toEqual([
      expect.objectContaining({ tool: 'run_tests', status: 'OBSERVED_SUPPORTED' }),
    ])
    expect(facts.offers.map((offer: { tool: string }) => offer.tool)).toEqual([
      'run_tests',
      'get_release',
      'publish_release',
    ])
  })

  it.each([
    [['offers'], 2, '--resource'],
    [['offers', '--resource', 'release:never'], 1, 'release:never was never seen on the server releases.'],
    [['offers', '--resource', 'release:r2', '--goal', 'x'], 2, '“x” is no goal'],
    [['offers', '--resource', 'release:r2', '--server', 'nope'], 1, 'nope'],
  ])('%j: exit %i and what was wrong', async (args, code, said) => {
    const { exitCode, stderr, stdout } = await run(...args)
    expect(exitCode).toBe(code)
    expect(stderr).toContain(said)
    expect(stdout).toBe('')
  })
})

describe('explain', () => {
  it('answers in sentences', async () => {
    const { stdout } = await run('explain', 'publish_release@release:status=DRAFT,tests_passed=false')
    expect(stdout).toContain(
      'publish_release from [status=DRAFT, tests_passed=false]: it fails (0 worked and 1 failed here)',
    )
    expect(stdout).toContain('Worked from [status=DRAFT, tests_passed=true]: 1.')
  })

  it('says the same as JSON, and what is no offer', async () => {
    const facts = JSON.parse(
      (await run('explain', 'run_tests@release:status=DRAFT,tests_passed=false', '--json')).stdout,
    )
    expect(facts).toMatchObject({
      server: 'releases',
      tool: 'run_tests',
      status: 'OBSERVED_SUPPORTED',
      expects: 'ok',
    })
    expect((await run('explain', 'nonsense')).exitCode).toBe(2)
  })
})

describe('graph', () => {
  it('exports JSON and Mermaid', async () => {
    const graph = JSON.parse((await run('graph', 'export', '--server', 'releases')).stdout)
    expect(graph).toMatchObject({ server: 'releases', version: 3 })
    const { stdout } = await run('graph', '--format', 'mermaid')
    expect(stdout).toContain('flowchart LR')
    expect(stdout).toMatch(/s\d+ -->\|"run_tests 1"\| s\d+/)
  })

  it('refuses what it cannot do', async () => {
    expect((await run('graph', 'export', '--format', 'png')).exitCode).toBe(2)
    expect((await run('graph', 'paint')).exitCode).toBe(2)
  })
})

describe('retest', () => {
  it('is asked for as evidence, and every proxy learns of it', async () => {
    const { stdout, exitCode } = await run('retest', 'releases', 'publish_release')
    expect(exitCode).toBe(0)
    expect(stdout).toContain(
      'publish_release: what failed before is let through until it is seen to fail again.',
    )
    const { stdout: offers } = await run('offers', '--resource', 'release:r2')
    expect(offers).toContain('due for a retest')
    expect((await run('log', '--verify')).exitCode).toBe(0)
  })

  it('suggests the tool that was meant', async () => {
    const { stderr, exitCode } = await run('retest', 'releases', 'publish_relase')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('Did you mean publish_release?')
  })
})

describe('with nothing learned', () => {
  it.each([['offers', '--resource', 'x'], ['explain', 'a@b:c=d'], ['graph'], ['retest', 'a', 'b']])(
    '%s says what to do',
    async (...args) => {
      const empty = await playground()
      const { code: exitCode, err: stderr } = await runIn(empty, ...args)
      expect(exitCode).toBe(1)
      expect(stderr).toContain('Nothing was learned yet')
      expect(stderr).toContain('mcpgraphy demo')
    },
  )
})
