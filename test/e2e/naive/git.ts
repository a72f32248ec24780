import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scenario } from './agent.ts'
import { script } from './scripts.ts'

/** The git server, with a repository a round. */
export const git: Scenario = {
  name: 'git',
  start: folder => ({ args: [script.git], env: gitEnv(folder), approve: ['git_branch'] }),
  async round(agent, round, folder) {
    const path = join(folder, `repo-${round}`)
    await mkdir(path)
    await agent.fails('git_commit', { path, message: `too early ${round}` }, /not a git repository/)
    await agent.works('git_init', { path, initialBranch: 'main' })
    await writeFile(join(path, 'a.txt'), round)
    await agent.works('git_add', { path, paths: ['a.txt'] })
    await agent.works('git_commit', { path, message: `first of ${round}` })
    await agent.fails(
      'git_commit',
      { path, message: `again of ${round}` },
      /nothing to commit/,
      /repository.staged is false/,
    )

    await agent.fails('git_checkout', { path, target: `topic-${round}` }, /did not match/)
    await agent.works('git_branch', { path, mode: 'create', branchName: `topic-${round}` })
    await agent.works('git_checkout', { path, target: `topic-${round}` })
    await agent.fails(
      'git_branch',
      { path, mode: 'delete', branchName: `topic-${round}` },
      /checked out|used by worktree/,
    )
    await agent.works('git_checkout', { path, target: 'main' })
    await agent.works('git_branch', { path, mode: 'delete', branchName: `topic-${round}` })

    await agent.fails('git_stash', { path, mode: 'pop' }, /No stash entries/)
    await writeFile(join(path, 'a.txt'), `more of ${round}`)
    await agent.works('git_stash', { path, mode: 'push' })
    await agent.works('git_stash', { path, mode: 'pop' })
  },
}

/** git with a name, and with no settings of this machine. */
function gitEnv(folder: string): Record<string, string> {
  const person = { NAME: 'Test', EMAIL: 'test@example.com' }
  return {
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: person.NAME,
    GIT_AUTHOR_EMAIL: person.EMAIL,
    GIT_COMMITTER_NAME: person.NAME,
    GIT_COMMITTER_EMAIL: person.EMAIL,
    MCP_LOG_LEVEL: 'silent',
    LOGS_DIR: `${folder}/logs`,
  }
}
