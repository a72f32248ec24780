import { usual } from '../shapes.ts'
import type { Host, HostFile } from '../table.ts'
import { inEachAppData, inHome, inProject } from './places.ts'

/** Hosts whose files others say are there, and in which nobody has tried a changed entry: they are listed, not written. */
export const untried: readonly Host[] = [
  untriedHost('trae', 'Trae', untouched =>
    inEachAppData(
      { servers: ['mcpServers'], shape: usual, shared: false, untouched },
      'Trae',
      'User',
      'mcp.json',
    ),
  ),
  untriedHost('kimi', 'Kimi', untouched => [
    inHome({ servers: ['mcpServers'], shape: usual, shared: false, untouched }, '.kimi', 'mcp.json'),
  ]),
  untriedHost('kilo', 'Kilo Code', untouched =>
    ['kilo.json', 'kilo.jsonc'].map(name =>
      inProject({ servers: ['mcp'], shape: usual, shared: true, untouched }, name),
    ),
  ),
  untriedHost('mistral-vibe', 'Mistral Vibe', untouched => [
    inHome(
      {
        servers: ['mcp_servers', { namedBy: 'name' }],
        shape: usual,
        syntax: 'toml',
        shared: false,
        untouched,
      },
      '.vibe',
      'config.toml',
    ),
  ]),
]

function untriedHost(id: string, name: string, files: (untouched: string) => readonly HostFile[]): Host {
  return {
    id,
    name,
    files: files(`nobody has tried yet what ${name} makes of a changed entry; put the proxy there by hand`),
    restart: `start ${name} again`,
    variables: undefined,
    rewrites: 'nobody has looked yet',
  }
}
