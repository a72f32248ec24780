import type { Scenario } from './agent.ts'
import { script } from './scripts.ts'

/** A task manager that tells every failure as a success: `{"status": "error", …}`. */
export const taskManager: Scenario = {
  name: 'kazuph-taskmanager',
  start: folder => ({
    args: [script.taskManager],
    env: { TASK_MANAGER_FILE_PATH: `${folder}/tasks.json` },
    approve: ['approve_task_completion', 'approve_request_completion', 'delete_task'],
  }),
  async round(agent, round) {
    const tasks = ['first', 'second'].map(title => ({ title: `${title} ${round}`, description: 'to do' }))
    const planned = JSON.parse(
      await firstJson(agent.works('request_planning', { originalRequest: round, tasks })),
    )
    const requestId: string = planned.requestId
    const [first, second] = planned.tasks.map((task: { id: string }) => ({ requestId, taskId: task.id }))

    await agent.fails('approve_task_completion', first, /Task not done yet/)
    await agent.fails('approve_request_completion', { requestId }, /Not all tasks are done/)
    await agent.works('mark_task_done', first)
    await agent.fails('mark_task_done', first, /already marked done/)
    await agent.works('approve_task_completion', first)
    await agent.fails('approve_task_completion', first, /already approved/)
    await agent.fails('update_task', { ...first, title: `again ${round}` }, /Cannot update completed task/)
    await agent.fails('delete_task', first, /Cannot delete completed task/)

    await agent.works('update_task', { ...second, title: `better ${round}` })
    await agent.works('mark_task_done', second)
    await agent.works('approve_task_completion', second)
    const more = { requestId, tasks: [{ title: `third ${round}`, description: 'to drop' }] }
    const added = JSON.parse(await firstJson(agent.works('add_tasks_to_request', more)))
    await agent.works('delete_task', { requestId, taskId: added.newTasks[0].id })
    await agent.works('approve_request_completion', { requestId })
    // list_requests shows the same before and after: that a request was closed is seen from its tasks only
    await agent.failsUnseen('add_tasks_to_request', more, /Cannot add tasks to completed request/)
  },
}

/** The server's JSON, without the line of ours behind it. */
async function firstJson(text: Promise<string>): Promise<string> {
  const all = await text
  return all.slice(0, all.lastIndexOf('}') + 1)
}
