import type { Adapter, ResourceRule } from './adapter.ts'
import { checkReadingTool } from './check-reading.ts'
import { didYouMean, type Finding, missingParameter } from './finding.ts'
import { nearest } from './nearest.ts'
import { own } from './own.ts'
import { rolesOfTool } from './roles.ts'
import { parameterIn } from './sources.ts'
import { type ListedTool, parameterOf, parametersOf } from './tool.ts'

/** Holds an adapter against the tools that its server lists. Nothing is called. Errors come first. */
export function checkAdapter(adapter: Adapter, tools: readonly ListedTool[]): Finding[] {
  const findings = [
    ...adapter.resources.flatMap(rule => checkResource(adapter, rule, tools)),
    ...checkNames(adapter, tools),
    ...Object.keys(adapter.tools).flatMap(name => checkTool(adapter, name, tools)),
  ]
  return findings.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
}

function checkResource(adapter: Adapter, rule: ResourceRule, tools: readonly ListedTool[]): Finding[] {
  const place = rule.resourceClass
  const reading = tools.find(tool => tool.name === rule.observationTool)
  if (reading === undefined)
    return [missingTool('error', `${place}.observation_tool`, rule.observationTool, tools)]
  return [
    ...checkReadingTool(adapter, rule, reading),
    ...checkUse(adapter, rule, tools),
    ...(rule.onlyTools ?? []).flatMap(name => unlisted(`${place}.only_tools`, name, tools)),
  ]
}

/** Does any call name such a resource, and does no other class claim the same argument? */
function checkUse(adapter: Adapter, rule: ResourceRule, tools: readonly ListedTool[]): Finding[] {
  const findings: Finding[] = []
  const others = tools.filter(tool => tool.name !== rule.observationTool && namesClass(adapter, rule, tool))
  if (others.length === 0) {
    findings.push({
      severity: 'warning',
      path: `${rule.resourceClass}.${rule.idParams.length > 1 ? 'id_params' : 'id_param'}`,
      what: `no tool but ${rule.observationTool} takes ${rule.idParams.join(' and ')}, so nothing would be learned of it`,
      now: 'Name the arguments of the other tools in "id_param_aliases", or in "roles" of a tool.',
    })
  }
  const rival = adapter.resources.find(each => each !== rule && each.onlyTools === null && sameId(each, rule))
  if (rival !== undefined && rule.onlyTools === null) {
    findings.push({
      severity: 'warning',
      path: `${rule.resourceClass}.only_tools`,
      what: `${rule.idParams.join(' and ')} stands for ${rule.resourceClass} and for ${rival.resourceClass} in every call`,
      now: 'Say in "only_tools" of each which tools mean it.',
    })
  }
  return findings
}

function namesClass(adapter: Adapter, rule: ResourceRule, tool: ListedTool): boolean {
  return rolesOfTool(adapter, tool).some(role => role.resourceClass === rule.resourceClass)
}

function sameId(a: ResourceRule, b: ResourceRule): boolean {
  return a.idParams.join('\n') === b.idParams.join('\n')
}

function checkNames(adapter: Adapter, tools: readonly ListedTool[]): Finding[] {
  return [
    ...adapter.approvalRequired.flatMap(name => unlisted('approval_required', name, tools)),
    ...Object.keys(adapter.effectClasses).flatMap(name => unlisted('effect_classes', name, tools)),
  ]
}

function checkTool(adapter: Adapter, name: string, tools: readonly ListedTool[]): Finding[] {
  const rule = own(adapter.tools, name)
  const tool = tools.find(each => each.name === name)
  if (rule === undefined || tool === undefined) return unlisted('tools', name, tools)
  const wrong = Object.keys(rule.roles)
    .filter(path => !parametersOf(tool).includes(parameterIn(path)))
    .map(path => missingParameter(`tools.${name}.roles`, tool, parameterIn(path)))
  if (rule.actionParam === null) return wrong
  if (!parametersOf(tool).includes(rule.actionParam)) {
    return [...wrong, missingParameter(`tools.${name}.action_param`, tool, rule.actionParam)]
  }
  return [...wrong, ...checkActions(tool, rule.actionParam, Object.keys(rule.effects))]
}

/** Where the schema lists the values of the action, the adapter's must be among them. */
function checkActions(tool: ListedTool, param: string, values: readonly string[]): Finding[] {
  const { enum: choices } = parameterOf(tool, param)
  if (!Array.isArray(choices)) return []
  const known = choices.map(String)
  return values
    .filter(value => !known.includes(value))
    .map(value => ({
      severity: 'warning',
      path: `tools.${tool.name}.effects`,
      what: `${param} of ${tool.name} is never "${value}"`,
      now: didYouMean(nearest(value, known)) ?? `It is one of ${known.join(', ')}.`,
    }))
}

/** A name that is close to a tool's is a slip of the pen; another may be a tool of a different version. */
function unlisted(path: string, name: string, tools: readonly ListedTool[]): Finding[] {
  if (tools.some(tool => tool.name === name)) return []
  const isSlip =
    nearest(
      name,
      tools.map(tool => tool.name),
    ) !== undefined
  return [missingTool(isSlip && path === 'approval_required' ? 'error' : 'warning', path, name, tools)]
}

function missingTool(
  severity: Finding['severity'],
  path: string,
  name: string,
  tools: readonly ListedTool[],
): Finding {
  const meant = nearest(
    name,
    tools.map(tool => tool.name),
  )
  const what = `the server has no tool "${name}"`
  return {
    severity,
    path,
    what,
    now: didYouMean(meant) ?? 'Leave it out, or name one of the tools that the server lists.',
  }
}
