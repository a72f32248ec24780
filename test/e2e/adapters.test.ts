import { resolve } from 'node:path'
import { execa } from 'execa'
import { afterEach, describe, expect, it } from 'vitest'
import { type Host, playground, program, startHost } from '../helpers/host.ts'
import type { LearnedGraph } from './gallery/graph.ts'
import { galleryPage } from './gallery/page.ts'
import { pictureOf } from './gallery/picture.ts'
import { naiveAgent, type Scenario } from './naive/agent.ts'
import { filesystem } from './naive/filesystem.ts'
import { git } from './naive/git.ts'
import { memory } from './naive/memory.ts'
import { shrimp } from './naive/shrimp.ts'
import { taskManager } from './naive/task-manager.ts'

const gallery = resolve(import.meta.dirname, '../../docs/gallery')
const graphs = new Map<string, LearnedGraph>()
const hosts: Host[] = []
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.leave()))
})

describe.each([taskManager, shrimp, filesystem, memory, git])(
  'a naive agent before the $name server',
  scenario => {
    it('is told in warn what fails, and is refused the same in block, with the right reason and nothing else', async () => {
      const folder = await playground()
      const learning = await proxied(scenario, folder, 'warn')
      const pupil = naiveAgent(learning, 'learns')
      for (const round of ['a', 'b', 'c']) await scenario.round(pupil, round, folder)
      expect(learning.said()).toContain(`adapter ${scenario.name} (comes with mcpgraphy)`)
      await learning.leave()

      const refusing = await proxied(scenario, folder, 'block')
      const agent = naiveAgent(refusing, 'refuses')
      await scenario.round(agent, 'd', folder)
      const { worked, failed, unseen } = pupil.score
      expect(agent.score).toEqual({ worked: worked / 3, failed: 0, refused: failed / 3, unseen: unseen / 3 })

      const graph = await learnedGraph(scenario, folder)
      graphs.set(scenario.name, graph)
      await expect(pictureOf(graph)).toMatchFileSnapshot(`${gallery}/${scenario.name}.svg`)
    })
  },
)

it('the gallery shows all five, and what was learned of each', async () => {
  expect(graphs.size).toBe(5)
  await expect(galleryPage(graphs)).toMatchFileSnapshot(`${gallery}/README.md`)
})

async function learnedGraph({ name }: Scenario, folder: string): Promise<LearnedGraph> {
  const args = ['graph', 'export', '--server', name, '--db', `${folder}.sqlite`, '--format', 'json']
  const { stdout } = await execa(process.execPath, [program, ...args])
  return JSON.parse(stdout)
}

async function proxied(scenario: Scenario, folder: string, mode: string): Promise<Host> {
  const { args, env = {}, approve } = scenario.start(folder)
  const approvals = approve.length > 0 ? ['--approve', approve.join(',')] : []
  const ours = [program, 'proxy', '--name', scenario.name, '--db', `${folder}.sqlite`, '--policy', mode]
  const host = await startHost({
    args: [...ours, ...approvals, '--', process.execPath, ...args],
    env,
    cwd: folder,
  })
  hosts.push(host)
  return host
}
