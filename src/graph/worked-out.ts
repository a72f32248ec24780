import type { ToolModel } from './model.ts'

/** What one question about a tool was answered, by what it was asked about. */
type Answers = Map<string, unknown>

interface WorkedOut {
  readonly ok: number
  readonly failed: number
  readonly epoch: number
  readonly byQuestion: Map<string, Answers>
}

const workedOutByTool = new WeakMap<ToolModel, WorkedOut>()

/** Most answers kept to one question about one tool. */
const mostKept = 1000

/**
 * What was worked out of a tool since it last learned: a line asks of every tool at every state within reach, and one
 * call teaches one tool. Whatever teaches anything that can be asked changes one of the three counts.
 */
export function workedOut<Answer>(
  tool: ToolModel,
  question: string,
  about: string,
  work: () => Answer,
): Answer {
  const answers = answersOf(tool, question)
  if (answers.has(about)) return answers.get(about) as Answer
  const answer = work()
  if (answers.size < mostKept) answers.set(about, answer)
  return answer
}

function answersOf(tool: ToolModel, question: string): Answers {
  const { ok, failed, epoch } = tool
  const kept = workedOutByTool.get(tool)
  const isFresh = kept?.ok === ok && kept.failed === failed && kept.epoch === epoch
  const all = isFresh ? kept : { ok, failed, epoch, byQuestion: new Map<string, Answers>() }
  if (!isFresh) workedOutByTool.set(tool, all)
  const answers = all.byQuestion.get(question) ?? new Map<string, unknown>()
  all.byQuestion.set(question, answers)
  return answers
}
