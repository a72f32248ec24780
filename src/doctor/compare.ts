import { canonical, type JsonObject } from '../json.ts'
import { broken, type Finding, ok, warning, word } from './finding.ts'
import type { Placed } from './patient.ts'
import type { Started } from './starting.ts'

type Running = Started & { kind: 'started' }

/** Holds a server behind us against the same server without us: it must be the same to its host, but for our tools. */
export function compare({ config, server }: Placed, through: Running, alone: Running): Finding[] {
  const about = { file: config.path, server: server.name }
  const report = {
    now: 'Take it off for now, and tell us.',
    run: `mcpgraphy unwrap ${word(server.name)} --write`,
  }
  const theirs = through.tools.filter(each => !String(each.name).startsWith('mcpgraphy_'))
  const ours = through.tools.length - theirs.length
  const differing = differences(alone.tools, theirs)
  const findings: Finding[] = []
  if (differing.length > 0) {
    const what = `Through mcpgraphy ${server.name} lists other tools than without: ${differing.slice(0, 5).join(', ')}.`
    findings.push(broken('tools', what, report, about))
  } else {
    const what = `${server.name} lists the same ${theirs.length} tools as without mcpgraphy, and ${ours} of ours.`
    findings.push(ok('tools', what, about))
  }
  if (canonical(through.serverInfo) !== canonical(alone.serverInfo)) {
    const what = `Through mcpgraphy ${server.name} says another name or version of itself than without.`
    findings.push(warning('tools', what, report, about))
  }
  return findings
}

/** The names of tools that are missing, added, or described otherwise. */
function differences(alone: readonly JsonObject[], through: readonly JsonObject[]): string[] {
  const [before, after] = [byName(alone), byName(through)]
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    name => before.get(name) !== after.get(name),
  )
}

function byName(tools: readonly JsonObject[]): Map<string, string> {
  return new Map(tools.map(tool => [String(tool.name), canonical(tool)]))
}
