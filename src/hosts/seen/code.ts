import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { maskedWords } from '../mask.ts'
import type { Seen } from './seen.ts'
import { filesBelow } from './walk.ts'

/** What the agent libraries call the thing that starts or reaches a server. */
const makers = [
  'MCPServerStdio',
  'MCPServerStreamableHttp',
  'MCPServerSse',
  'MultiServerMCPClient',
  'StdioServerParameters',
  'StdioClientTransport',
  'StdioConnectionParams',
  'StreamableHTTPClientTransport',
  'Experimental_StdioMCPTransport',
  'MCPStdioTool',
  'MCPToolset',
  'MCPAdapt',
  'MCPClient',
] as const

const call = new RegExp(`\\b(${makers.join('|')})(?:<[^>]*>)?\\s*\\(`)
const languages = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.py']
const most = { files: 3000, bytes: 200_000, depth: 8, places: 50 }

/** A server is worth its line only outside of imports, definitions and comments. */
const noUse = /^\s*(?:import\b|from\b|export\s+(?:class|type|interface)\b|class\b|def\b|\/\/|\*|\/\*|#)/

/**
 * Servers that the project's own TypeScript, JavaScript and Python start in code, by the names that agent libraries
 * have for it. Each comes with the one line that puts the proxy before it. Bounded in files, bytes and depth, and
 * nothing is run.
 */
export function serversInCode(root: string, version: string): Seen[] {
  const wants = (name: string) => languages.includes(extname(name))
  const seen: Seen[] = []
  for (const path of filesBelow(root, { ...most, wants })) {
    seen.push(...placesIn(path, textOf(path), version))
    if (seen.length >= most.places) return seen.slice(0, most.places)
  }
  return seen
}

function textOf(path: string): string {
  try {
    return statSync(path).size > most.bytes ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function placesIn(path: string, text: string, version: string): Seen[] {
  if (!call.test(text)) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index): Seen[] => {
    const maker = noUse.test(line) ? undefined : call.exec(line)?.[1]
    if (maker === undefined) return []
    const near = lines.slice(index, index + 12).join('\n')
    const what = `a server that is started in code (${maker})`
    return [{ kind: 'code', path, line: index + 1, what, now: changeOf(near, path, version) }]
  })
}

/** The one line that changes: the command and the arguments as they will stand. */
function changeOf(near: string, path: string, version: string): string {
  const isPython = path.endsWith('.py')
  const proxy = ['-y', `mcpgraphy@${version}`, 'proxy', '--name', 'NAME', '--']
  const [, quote = '"', command] = /["']?\bcommand["']?\s*[:=]\s*(["'])([^"'\n]+)\1/.exec(near) ?? []
  const args = veiled(/["']?\bargs["']?\s*[:=]\s*\[([^\]]*)\]/.exec(near)?.[1] ?? '')
  if (command === undefined) return `start it through: npx ${proxy.join(' ')} COMMAND ARGUMENTS`
  const words = [...proxy, command].map(word => quote + word + quote)
  const all = [...words, ...(args === '' ? [] : [args])].join(', ')
  const npx = `${quote}npx${quote}`
  const isDict = /["']command["']\s*:/.test(near)
  if (isPython && !isDict) return `write: command=${npx}, args=[${all}]`
  return isPython ? `write: "command": ${npx}, "args": [${all}]` : `write: command: ${npx}, args: [${all}]`
}

const literal = /(["'`])((?:\\.|(?!\1)[^\\])*)\1/g

/** The inside of a list in one line, with what looks like a secret veiled. */
function veiled(list: string): string {
  const words = maskedWords([...list.matchAll(literal)].map(([, , word = '']) => word))
  let turn = 0
  const masked = list.replace(literal, (_, quote: string) => quote + (words[turn++] ?? '') + quote)
  return masked.replace(/\s+/g, ' ').trim().replace(/,$/, '')
}
