import { isObject } from '../../json.ts'
import type { Batch } from './batch.ts'
import type { ResourceGuess } from './classes.ts'
import type { ClassifiedTool } from './classified.ts'
import { featuresInSchema, schemaAt } from './features.ts'
import type { Listing } from './listing.ts'
import { aliasesOf, type DraftedResource } from './resource.ts'

/** The block of a thing that is found in a list of all. */
export function listedBlock(
  guess: ResourceGuess,
  { tool, scope, args, find }: Listing,
  all: readonly ClassifiedTool[],
): DraftedResource {
  const ids = [...scope.map(({ name }) => name), guess.idParam]
  return {
    resource_class: guess.noun,
    observation_tool: tool.tool.name,
    ...(ids.length > 1 ? { id_params: ids } : { id_param: guess.idParam }),
    ...aliasesOf(guess, [], all),
    observation_args: args,
    find,
    missing: [{ empty: true }],
    ...schemaFeatures(tool, find.in),
  }
}

/** The block of a thing that is read by a list of ids. */
export function batchBlock({ guess, tool, find, aliases }: Batch): DraftedResource {
  return {
    resource_class: guess.noun,
    observation_tool: tool.tool.name,
    id_param: guess.idParam,
    ...(aliases.length > 0 && { id_param_aliases: aliases }),
    observation_args: { [guess.idParam]: [`\${id}`] },
    find,
    missing: [{ empty: true }],
    ...schemaFeatures(tool, find.in),
  }
}

function schemaFeatures({ tool }: ClassifiedTool, list: string): Pick<DraftedResource, 'features'> {
  const items = schemaAt(tool.outputSchema, list)?.items
  const features = featuresInSchema(isObject(items) ? items : null)
  return features.length > 0 ? { features } : {}
}
