import type { Response } from '../graph/outcome.ts'
import { at, isObject, type JsonObject } from '../json.ts'
import type { Answer } from '../relay/intercept.ts'

/** Most tasks that are waited for at once; the oldest is forgotten first. */
const mostTasks = 1000

/** Calls that became tasks: each is judged when its task ends. */
export interface Tasks<Pending> {
  /** Remembers a call whose answer is a task. False: the answer is none. */
  begin(answer: Answer, pending: Pending): boolean
  /** The call whose task ended with this answer to `tasks/get` or `tasks/result`, and how it ended. Once. */
  end(request: JsonObject, answer: Answer): { pending: Pending; response: Response } | undefined
}

export function createTasks<Pending>(): Tasks<Pending> {
  const open = new Map<string, Pending>()
  return {
    begin(answer, pending) {
      const id = taskIn(answer)
      if (id === undefined) return false
      open.set(id, pending)
      const [oldest] = open.keys()
      if (open.size > mostTasks && oldest !== undefined) open.delete(oldest)
      return true
    },
    end(request, answer) {
      const id = at(request, 'params.taskId')
      const pending = typeof id === 'string' ? open.get(id) : undefined
      const response = pending === undefined ? undefined : endIn(request, answer)
      if (pending === undefined || response === undefined) return undefined
      open.delete(String(id))
      return { pending, response }
    },
  }
}

/** The task that a call became: in either revision its result names it instead of bringing content. */
function taskIn(answer: Answer): string | undefined {
  const result = answer.kind === 'answer' ? at(answer.message.value(), 'result') : undefined
  if (!isObject(result)) return undefined
  const id = at(result, 'task.taskId') ?? (result.resultType === 'task' ? result.taskId : undefined)
  return typeof id === 'string' ? id : undefined
}

/** `tasks/result` brings the call's own result; `tasks/get` brings it within, once the task has ended. */
function endIn(request: JsonObject, answer: Answer): Response | undefined {
  const value = answer.kind === 'answer' ? answer.message.value() : undefined
  if (value === undefined) return undefined
  if (request.method === 'tasks/result') {
    if (isObject(value.error)) return { error: value.error }
    return isObject(value.result) ? { result: value.result } : undefined
  }
  const task = isObject(at(value, 'result.task')) ? at(value, 'result.task') : value.result
  if (!isObject(task)) return undefined
  const inner = task.result ?? at(value, 'result.result')
  if (task.status === 'completed') return isObject(inner) ? { result: inner } : undefined
  const error = task.error ?? { code: -32000, message: String(task.statusMessage ?? 'the task failed') }
  return task.status === 'failed' && isObject(error) ? { error } : undefined
}
