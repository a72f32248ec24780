import type { Scenario } from './agent.ts'
import { script } from './scripts.ts'

/** A task manager that answers in prose, part of it Chinese, and tells most failures of `execute_task` as successes. */
export const shrimp: Scenario = {
  name: 'shrimp-task-manager',
  start: folder => ({
    args: [script.shrimp],
    env: { DATA_DIR: `${folder}/shrimp`, TEMPLATES_USE: 'en', ENABLE_GUI: 'false' },
    approve: ['delete_task'],
  }),
  async round(agent, round) {
    const plan = {
      updateMode: 'append',
      tasksRaw: tasks(`one ${round}`, `two ${round}`),
      globalAnalysisResult: 'g',
    }
    await agent.works('split_tasks', plan)
    const listed = await agent.works('list_tasks', { status: 'pending' })
    const [one, two] = [`one ${round}`, `two ${round}`].map(name => idOf(listed, name))
    const check = { summary: `looked at all of ${round}, and it is as it should be`, score: 95 }

    await agent.fails('verify_task', { taskId: one, ...check }, /不處於進行中狀態/)
    await agent.works('execute_task', { taskId: one })
    await agent.fails('execute_task', { taskId: one }, /已經處於進行中狀態/)
    await agent.works('verify_task', { taskId: one, ...check })
    await agent.fails('verify_task', { taskId: one, ...check }, /不處於進行中狀態/)
    await agent.fails('execute_task', { taskId: one }, /目前無法執行/)
    await agent.fails('update_task', { taskId: one, name: `new ${round}` }, /無法更新已完成的任務/)
    await agent.fails('delete_task', { taskId: one }, /Deleting completed tasks is not allowed/)

    await agent.works('update_task', { taskId: two, notes: `note ${round}` })
    await agent.works('delete_task', { taskId: two })
    await agent.fails('delete_task', { taskId: two }, /could not be found/)
  },
}

function tasks(...names: readonly string[]): string {
  const rest = {
    implementationGuide: 'by hand',
    notes: 'n',
    dependencies: [],
    verificationCriteria: 'looks right',
  }
  return JSON.stringify(
    names.map(name => ({ name, description: `what ${name} is about, at length`, ...rest })),
  )
}

function idOf(listed: string, name: string): string {
  const id = listed.slice(listed.indexOf(`### ${name}`)).match(/\*\*ID:\*\* `([^`]+)`/)?.[1]
  if (id === undefined) throw new Error(`${name} is not listed`)
  return id
}
