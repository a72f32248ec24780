import type { ResourceGuess } from './classes.ts'
import type { ClassifiedTool } from './classified.ts'
import type { Choice } from './reading.ts'
import type { Refined } from './refine.ts'
import type { DraftedResource } from './resource.ts'
import type { DraftedTool } from './tools.ts'

/** One decision of a draft: where in the file, why, and how far to trust it. */
export interface DraftNote {
  readonly path: string
  readonly why: string
  readonly confidence: 'sure' | 'likely' | 'unsure'
}

/** Which tool reads the thing back, how its result will be understood, and what real answers bear out. */
export function chosenNotes(
  choice: Choice & { kind: 'chosen' },
  { block, seen, absent }: Refined,
): DraftNote[] {
  const path = `resources (${block.resource_class})`
  const { tool, why } = choice.candidate
  const isSure = choice.isSure || seen > 0
  const note = (key: string, why: string, confidence: DraftNote['confidence']) => [
    { path: `${path}.${key}`, why, confidence },
  ]
  return [
    ...note('observation_tool', `${tool.tool.name}: ${why}`, isSure ? 'sure' : 'likely'),
    ...idNotes(block, note),
    ...(block.find === undefined ? formatNotes(block, seen, note) : findNotes(block, seen, note)),
    ...featureNotes(block, seen, note),
    ...note('missing', missingWhy(block, absent), absent > 0 ? 'sure' : 'unsure'),
  ]
}

type Note = (key: string, why: string, confidence: DraftNote['confidence']) => DraftNote[]

function idNotes({ id_params: ids }: DraftedResource, note: Note): DraftNote[] {
  if (ids === undefined) return []
  const scope = ids.slice(0, -1).join(' and ')
  return note(
    'id_params',
    `${ids.at(-1)} names it; ${scope} only says where to look, and tools ask for it too`,
    'likely',
  )
}

function formatNotes(block: DraftedResource, seen: number, note: Note): DraftNote[] {
  const { observation_format: format, observation_root: root } = block
  if (root !== undefined) return note('observation_root', 'there a real answer holds the thing', 'sure')
  if (seen > 0) return note('observation_format', `so ${count(seen, 'real answer')} can be read`, 'sure')
  return note('observation_format', formatWhy[format ?? 'fields'], 'unsure')
}

function findNotes({ find }: DraftedResource, seen: number, note: Note): DraftNote[] {
  const pages = find?.pages === undefined ? '' : '; the list comes in pages'
  return seen > 0
    ? note('find', `there it was found in ${count(seen, 'real answer')}${pages}`, 'sure')
    : note('find', `there the results' schema has a list with such an id${pages}`, 'likely')
}

function featureNotes(
  { features, observation_format: format }: DraftedResource,
  seen: number,
  note: Note,
): DraftNote[] {
  if (format === 'exists')
    return note('features', 'none: of a content only that it is there is state', 'likely')
  if (features === undefined)
    return note('features', 'found by the shapes of the values; look at a real result', 'unsure')
  return seen > 0
    ? note(
        'features',
        `these looked like state in ${count(seen, 'real answer')}; leave out what is none`,
        'likely',
      )
    : note('features', "these look like state in the results' schema; leave out what is none", 'likely')
}

function missingWhy({ find, missing }: DraftedResource, absent: number): string {
  if (absent > 0) return `so ${count(absent, 'real answer')} said that there is no such thing`
  if (find !== undefined && missing?.length === 1) return 'what the list does not hold is taken for absent'
  return 'a guess at the usual words: read a thing that does not exist, and look at what the server says'
}

function count(number: number, word: string): string {
  return number === 1 ? `a ${word}` : `${number} ${word}s`
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

/** What two places in one call, or an argument that chooses, mean. */
export function toolNotes(blocks: Readonly<Record<string, DraftedTool>>): DraftNote[] {
  return Object.entries(blocks).flatMap(([tool, { roles, action_param: action }]): DraftNote[] => [
    ...(roles === undefined
      ? []
      : [
          {
            path: `tools.${tool}.roles`,
            why: 'one call names two such things',
            confidence: 'likely' as const,
          },
        ]),
    ...(action === undefined
      ? []
      : [
          {
            path: `tools.${tool}.action_param`,
            why: `what it does depends on ${action}`,
            confidence: 'likely' as const,
          },
        ]),
  ])
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
