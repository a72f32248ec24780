import type { Scenario } from './agent.ts'
import { script } from './scripts.ts'

/** The official memory server, whose ids all stand in lists. */
export const memory: Scenario = {
  name: 'memory',
  start: folder => ({
    args: [script.memory],
    env: { MEMORY_FILE_PATH: `${folder}/memory.jsonl` },
    approve: ['delete_entities', 'delete_observations'],
  }),
  async round(agent, round) {
    const [ann, bob] = [`Ann ${round}`, `Bob ${round}`]
    const about = (entityName: string, what: string) => ({ observations: [{ entityName, contents: [what] }] })

    await agent.fails('add_observations', about(ann!, 'likes tea'), /not found/)
    const entities = [{ name: ann, entityType: 'person', observations: [] }]
    await agent.works('create_entities', { entities })
    await agent.works('add_observations', about(ann!, 'likes tea'))
    await agent.fails('add_observations', about(bob!, `knows Ann ${round}`), /not found/)
    await agent.works('delete_entities', { entityNames: [ann] })
    await agent.fails('add_observations', about(ann!, 'likes coffee'), /not found/)
    // what is not there is deleted without a word: a success that changes nothing
    await agent.works('delete_entities', { entityNames: [ann] })
  },
}
