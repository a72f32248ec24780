import { clean } from '../advice/words.ts'
import type { Outcome } from '../graph/evidence.ts'
import type { Model } from '../graph/model.ts'
import { absent } from '../graph/state.ts'
import type { Hand } from './hand.ts'
import type { Place } from './observe.ts'

/**
 * What the agent is told of an outcome that an answer does not show: it was done in part, or it was told as a success
 * and changed nothing. The latter only where a change could have been seen: the tool was seen to change something
 * before, or there is nothing there. undefined for all else.
 */
export function outcomeFor(
  { tool, standing }: Hand,
  outcome: Outcome,
  model: Model,
  after: readonly Place[],
): string | undefined {
  if (outcome.kind === 'partial')
    return `mcpgraphy note: ${clean(tool, 80)} was done only in part: ${clean(outcome.fingerprint)}. Read again what it names before you repeat it.`
  if (outcome.kind !== 'ok' || outcome.changed !== false) return undefined
  const names = after.map(({ role }) => clean(role.ref, 80)).join(', ')
  if (after.every(({ sight }) => sight.state === absent))
    return `mcpgraphy note: ${clean(tool, 80)} succeeded and changed nothing: ${names} did not exist before it and does not exist now.`
  const canChange = (model.tools.get(standing.label)?.changed ?? 0) > 0
  return canChange
    ? `mcpgraphy note: ${clean(tool, 80)} succeeded and changed nothing that can be read of ${names}: it may have been so already.`
    : undefined
}

/** The same for the log, and what else is no plain success or failure; '' where there is nothing to say. */
export function outcomeNote(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'ok':
      return outcome.changed === false ? 'it succeeded and changed nothing that can be read' : ''
    case 'failure':
      return ''
    case 'partial':
      return `it was done in part: ${clean(outcome.fingerprint)}`
    case 'unsent':
      return `it was never sent: ${outcome.why === 'server-gone' ? 'the server had ended' : 'the host took it back'}`
    case 'unknown':
      return unknownWords[outcome.why]
  }
}

const unknownWords = {
  'server-gone': 'its effect is unknown: the server ended before it answered',
  cancelled: 'its effect is unknown: the host gave it up before the server answered',
  timeout: 'its effect is unknown: the server did not answer in time',
  deferred: '',
  'too-long': 'its outcome is unknown: the answer was too long to look into',
  retest: '',
} as const
