import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scenario } from './agent.ts'
import { script } from './scripts.ts'

/** The official filesystem server, in a folder with one file and one folder a round. */
export const filesystem: Scenario = {
  name: 'filesystem',
  start: folder => ({ args: [script.filesystem, folder], approve: ['write_file', 'move_file'] }),
  async round(agent, round, folder) {
    const [file, box, none] = ['draft.md', 'box', 'none.md'].map(name => join(folder, `${round}-${name}`))
    await writeFile(file!, `text of ${round}`)
    await mkdir(box!)
    const edit = (path: string) => ({
      path,
      edits: [{ oldText: `text of ${round}`, newText: `new of ${round}` }],
    })

    await agent.fails('edit_file', edit(none!), /ENOENT/)
    await agent.fails('move_file', { source: none, destination: join(folder, `${round}-moved.md`) }, /ENOENT/)
    await agent.fails('write_file', { path: box, content: round }, /EISDIR/)
    await agent.fails('create_directory', { path: file }, /EEXIST/)
    await agent.fails('move_file', { source: file, destination: box }, /already exists/)

    await agent.works('create_directory', { path: join(folder, `${round}-new`) })
    await agent.works('write_file', { path: none, content: `text of ${round}` })
    await agent.works('edit_file', edit(none!))
    await agent.works('edit_file', edit(file!))
    await agent.works('move_file', { source: file, destination: join(folder, `${round}-kept.md`) })
    // the file is there and its text is not what the agent thinks: no reading shows that
    await agent.failsUnseen('edit_file', edit(none!), /Could not find exact match/)
  },
}
