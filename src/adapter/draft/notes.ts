import type { ResourceGuess } from './classes.ts'
import type { ClassifiedTool } from './classified.ts'
import type { Choice } from './reading.ts'
import type { DraftedResource } from './resource.ts'

/** One decision of a draft: where in the file, why, and how far to trust it. */
export interface DraftNote {
  readonly path: string
  readonly why: string
  readonly confidence: 'sure' | 'likely' | 'unsure'
}

/** Which tool reads the thing back, and how its result will be understood. */
export function chosenNotes(choice: Choice & { kind: 'chosen' }, block: DraftedResource): DraftNote[] {
  const path = `resources (${block.resource_class})`
  const { tool, why } = choice.candidate
  return [
    {
      path: `${path}.observation_tool`,
      why: `${tool.tool.name}: ${why}`,
      confidence: choice.isSure ? 'sure' : 'likely',
    },
    {
      path: `${path}.observation_format`,
      why: formatWhy[block.observation_format ?? 'fields'],
      confidence: 'unsure',
    },
    {
      path: `${path}.features`,
      why: 'found by the shapes of the values; look at a real result',
      confidence: 'unsure',
    },
    {
      path: `${path}.missing`,
      why: 'a failure in the usual words ("not found", ENOENT) says absent',
      confidence: 'likely',
    },
  ]
}

const formatWhy = {
  kv_text: 'its result is one text, so lines of "key: value" are looked for',
  exists: 'its result is a content, so only that it exists is state',
  fields: 'nothing says what its result looks like, so JSON is looked for',
}

/** A thing that tools change and that no tool surely reads back. */
export function leftOutNote({ noun, idParam }: ResourceGuess, why: string): DraftNote {
  return {
    path: `resources (${noun === '' ? idParam : noun})`,
    why: `left out: ${why}`,
    confidence: 'unsure',
  }
}

/** Tools of which nobody knows what they do. */
export function effectNotes(tools: readonly ClassifiedTool[]): DraftNote[] {
  return tools
    .filter(tool => tool.effect === 'UNKNOWN')
    .map(({ tool, why }) => ({
      path: `effect_classes.${tool.name}`,
      why: `left out: ${why}`,
      confidence: 'unsure',
    }))
}

/** Why a tool waits for a person in block mode. */
export function gateNote({ tool, effect, why }: ClassifiedTool): DraftNote {
  const path = `approval_required.${tool.name}`
  if (effect === 'DESTRUCTIVE') return { path, why, confidence: 'likely' }
  return { path, why: 'the server calls it destructive, and it acts on two resources', confidence: 'unsure' }
}
