import type { Adapter, ResourceRule } from './adapter.ts'
import { classify } from './classify.ts'
import { effectOf } from './effect.ts'
import { type Finding, missingParameter } from './finding.ts'
import { readingOf } from './read.ts'
import { type ListedTool, parametersOf, requiredOf } from './tool.ts'

/** Does the tool that an adapter reads with only read, and does it take what the adapter would give it? */
export function checkReadingTool(adapter: Adapter, rule: ResourceRule, tool: ListedTool): Finding[] {
  return [...checkEffect(adapter, rule, tool), ...checkArguments(rule, tool), ...checkFind(rule)]
}

/** It is called before and after every call, so it must change nothing: its name, its hints and a person agree. */
function checkEffect(adapter: Adapter, rule: ResourceRule, tool: ListedTool): Finding[] {
  const path = `${rule.resourceClass}.observation_tool`
  const apparent = classify(tool.name, tool.hints)
  const args = readingOf(rule, rule.idParams, tool.inputSchema).arguments
  const effect = effectOf(adapter, tool.name, args, tool.hints)
  const now = 'Name a tool that only reads.'
  if (effect === 'MUTATING' || effect === 'DESTRUCTIVE') {
    const why = effect === apparent.effect ? apparent.why : `the adapter says ${effect}`
    return [{ severity: 'error', path, what: `${tool.name} changes things: ${why}`, now }]
  }
  if (apparent.effect === 'DESTRUCTIVE') {
    return [{ severity: 'error', path, what: `${tool.name} is said to read, but ${apparent.why}`, now }]
  }
  if (effect === 'READ_ONLY' && apparent.effect !== 'MUTATING') return []
  const what =
    effect === 'UNKNOWN' ? `nobody knows that ${tool.name} only reads` : `${tool.name} is said to read`
  return [
    {
      severity: 'warning',
      path,
      what: `${what}: ${apparent.why}`,
      now: `If you know that it changes nothing, say so: "effect_classes": {"${tool.name}": "READ_ONLY"}.`,
    },
  ]
}

function checkArguments(rule: ResourceRule, tool: ListedTool): Finding[] {
  const given = Object.keys(readingOf(rule, rule.idParams).arguments)
  const key =
    rule.observationArgs !== null ? 'observation_args' : rule.idParams.length > 1 ? 'id_params' : 'id_param'
  const path = `${rule.resourceClass}.${key}`
  const takesAnything = tool.inputSchema.additionalProperties === true && parametersOf(tool).length === 0
  const unknown = takesAnything ? [] : given.filter(name => !parametersOf(tool).includes(name))
  const lacking = requiredOf(tool).filter(name => !given.includes(name))
  return [
    ...unknown.map(name => missingParameter(path, tool, name)),
    ...lacking.map((name): Finding => {
      const now = `Give it in "observation_args", as a constant or as a part of the id: "\${${name}}".`
      return { severity: 'error', path, what: `${tool.name} cannot be called without "${name}"`, now }
    }),
  ]
}

/** A list does not hold what does not exist, but only a rule makes that an observation. */
function checkFind(rule: ResourceRule): Finding[] {
  if (rule.find === null || (rule.missing ?? []).some(each => each.kind === 'empty')) return []
  return [
    {
      severity: 'warning',
      path: `${rule.resourceClass}.missing`,
      what: 'what is not in the list is not taken for absent',
      now: 'Where the list is always complete, add {"empty": true} to "missing".',
    },
  ]
}
