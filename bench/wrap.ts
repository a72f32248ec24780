import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { PassThrough } from 'node:stream'
import { previewInWords } from '../src/cli/preview.ts'
import { lookAround } from '../src/cli/scene.ts'
import { lookBeside } from '../src/cli/seen.ts'
import { planAll } from '../src/cli/wrapping.ts'

/**
 * 50 config files of JSON, TOML and YAML, four servers each: found, parsed, planned and previewed, and the project's
 * code looked through. `npx tsx bench/wrap.ts`
 */
const root = mkdtempSync(join(tmpdir(), 'mcpgraphy-bench-'))
const names = ['orders', 'files', 'github.com/org/fs', 'docs']

const json = JSON.stringify(
  {
    mcpServers: Object.fromEntries(
      names.map(name => [name, { command: 'npx', args: ['-y', `@acme/${name}`], env: { TOKEN: 't' } }]),
    ),
  },
  null,
  2,
)
const toml = names
  .map(
    name =>
      `[mcp_servers."${name}"]\ncommand = "npx"\nargs = ["-y", "x"]\n\n[mcp_servers."${name}".env]\nT = "t"\n`,
  )
  .join('\n')
const yaml = `mcpServers:\n${names.map(name => `  - name: ${name}\n    command: npx\n    args:\n      - -y\n      - x\n`).join('')}`

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

mkdirSync(join(root, 'shop', '.git'), { recursive: true })
for (let index = 0; index < 20; index++) put(`shop/.continue/mcpServers/${index}.yaml`, yaml)
for (let index = 0; index < 10; index++) put(`home/.codex/${index}.config.toml`, toml)
for (let index = 0; index < 15; index++) put(`shop/.amazonq/cli-agents/${index}.json`, json)
for (const path of [
  '.mcp.json',
  '.cursor/mcp.json',
  '.roo/mcp.json',
  '.junie/mcp/mcp.json',
  '.factory/mcp.json',
])
  put(`shop/${path}`, json)
for (let index = 0; index < 300; index++) put(`shop/src/${index}.ts`, 'export const one = 1\n'.repeat(100))

const shell = {
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  env: { HOME: join(root, 'home') },
  cwd: join(root, 'shop'),
  platform: 'linux' as const,
  canAsk: false,
  colour: false,
}

async function timed(): Promise<string> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  const scene = await lookAround(shell, { scope: 'all' })
  const read = performance.now()
  const wrappings = planAll(scene, { wants: () => true, mode: undefined, launcher: undefined })
  const planned = performance.now()
  previewInWords(shell, scene, wrappings)
  const shown = performance.now()
  lookBeside(scene, { scope: 'all' })
  const end = performance.now()
  const parts = [read - start, planned - read, shown - planned, end - shown, end - start]
  const { user, system } = process.cpuUsage(cpu)
  const work = ((user + system) / 1000).toFixed(0)
  return `${scene.configs.length} files: ${parts.map(ms => ms.toFixed(0).padStart(5)).join('')} ms (${work} ms of a processor)`
}

try {
  process.stdout.write('           found and read, planned, shown, code looked through, all\n')
  for (let turn = 0; turn < 3; turn++) process.stdout.write(`${await timed()}\n`)
} finally {
  rmSync(root, { recursive: true })
}
