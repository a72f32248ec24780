import { expect } from 'vitest'
import type { Host } from '../../helpers/host.ts'

/** What a naive agent does with one server, one time through: some of it works, some of it cannot. */
export interface Scenario {
  /** What the server is called in the project, and the bundled adapter that fits it. */
  readonly name: string
  /** The command behind the proxy, its environment, and the tools that a person approved. */
  start(folder: string): {
    readonly args: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly approve: readonly string[]
  }
  /** One round on things of its own; `round` keeps them apart. */
  round(agent: Agent, round: string, folder: string): Promise<void>
}

/** The agent: it says of each call what the server does with it, so that each answer is judged. */
export interface Agent {
  /** A valid call: it must go through, in every mode. Gives the server's text. */
  works(tool: string, args: Args): Promise<string>
  /** A call that the state forbids, the server's own words for it, and the reason of the refusal where they say none. */
  fails(tool: string, args: Args, words: RegExp, reason?: RegExp): Promise<void>
  /** One that fails for a reason that no reading shows: nobody can know, so it must go through. */
  failsUnseen(tool: string, args: Args, words: RegExp): Promise<void>
}

type Args = Record<string, unknown>

/** How one round went. */
export interface Score {
  worked: number
  failed: number
  refused: number
  unseen: number
}

/**
 * An agent before a proxy that learns or that refuses. A refusal must give the server's own words as the reason, and a
 * valid call must never be refused.
 */
export function naiveAgent(host: Host, mode: 'learns' | 'refuses'): Agent & { readonly score: Score } {
  const score: Score = { worked: 0, failed: 0, refused: 0, unseen: 0 }
  return {
    score,
    async works(tool, args) {
      const told = await host.call(tool, args)
      expect(told.text, `${tool} ${JSON.stringify(args)}`).not.toContain('mcpgraphy refused')
      expect(told.isError, `${tool}: ${told.text}`).toBe(false)
      score.worked++
      return told.text
    },
    async fails(tool, args, words, reason = words) {
      const told = await host.call(tool, args)
      const what = `${tool} ${JSON.stringify(args)}`
      if (mode === 'learns') {
        expect(told.text, what).toMatch(words)
        expect(told.text, what).not.toContain('mcpgraphy refused')
        score.failed++
        return
      }
      expect(told.text, what).toContain(`mcpgraphy refused ${tool}`)
      expect(told.text, what).toMatch(reason)
      expect(told.text, what).toContain('The call was not sent to the server.')
      score.refused++
    },
    async failsUnseen(tool, args, words) {
      const told = await host.call(tool, args)
      expect(told.text).toMatch(words)
      expect(told.text).not.toContain('mcpgraphy refused')
      score.unseen++
    },
  }
}
