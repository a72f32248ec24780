import { join } from 'node:path'
import { hireAgent, type Reply } from './agent.ts'
import type { Stage } from './stage.ts'
import { type Act, acts, type Scene } from './story.ts'

/** What the audience gets to see, one after the other. */
export type Event =
  | { readonly kind: 'act'; readonly act: Act; readonly tools: readonly string[] }
  | { readonly kind: 'scene'; readonly scene: Scene; readonly reply: Reply; readonly asTold: boolean }

/** Plays the two acts, telling each event as it happens. True: all of it went as the story says. */
export async function play(
  stage: Stage,
  program: readonly string[],
  tell: (event: Event) => void,
): Promise<boolean> {
  let asTold = true
  for (const act of acts) {
    const agent = await hireAgent(stage, act.mode, program)
    try {
      tell({ kind: 'act', act, tools: agent.tools })
      for (const scene of act.scenes) {
        const reply = await agent.call(scene, name => join(stage.work, name))
        const event = { kind: 'scene', scene, reply, asTold: fits(scene, reply) } as const
        asTold &&= event.asTold
        tell(event)
      }
    } finally {
      await agent.leave()
    }
  }
  return asTold
}

function fits({ outcome }: Scene, { isError, ours }: Reply): boolean {
  const says = (word: string) => ours.some(line => line.startsWith(`mcpgraphy ${word}`))
  switch (outcome) {
    case 'works':
    case 'answered':
      return !isError
    case 'fails':
      return isError && !says('refused') && !says('held')
    case 'fails-noted':
      return isError && says('note')
    case 'refused':
    case 'held':
      return isError && says(outcome)
  }
}
