import type { LivedCall } from './lived.ts'

/**
 * What a person said against a call that waits for them: a plain no; nothing, through a host that declined for them, as
 * some do that have nobody before them; or nothing at all.
 */
export type Denial = 'refused' | 'declined' | 'unanswered'

/** What a person said about a call that waits for them. */
export type Verdict = 'once' | 'session' | 'always' | Denial

/** Whether the call is not sent to the server. */
export function isDenial(verdict: Verdict): verdict is Denial {
  return verdict === 'refused' || verdict === 'declined' || verdict === 'unanswered'
}

/** What was approved and refused while this proxy runs. What is approved for good stands in `modes.json`. */
export interface Approvals {
  /** The tool was approved for as long as this proxy runs. */
  isApproved(tool: string): boolean
  /** What was said of exactly this call before: nobody is asked twice for the same thing. */
  said(call: LivedCall): Denial | undefined
  remember(tool: string, call: LivedCall, verdict: Verdict): void
}

/** Most calls whose refusal is remembered. */
const mostRemembered = 1000

export function createApprovals(): Approvals {
  const tools = new Set<string>()
  const refused = new Map<string, Denial>()
  return {
    isApproved: tool => tools.has(tool),
    said: call => refused.get(keyOf(call)),
    remember(tool, call, verdict) {
      if (verdict === 'session' || verdict === 'always') tools.add(tool)
      if (isDenial(verdict)) refused.set(keyOf(call), verdict)
      const [oldest] = refused.keys()
      if (refused.size > mostRemembered && oldest !== undefined) refused.delete(oldest)
    },
  }
}

/** The same request on the same resources, whatever state they are in meanwhile. */
function keyOf({ tool, requestDigest, roles }: LivedCall): string {
  return JSON.stringify([tool, requestDigest, roles.map(({ role, resource }) => [role, resource])])
}
