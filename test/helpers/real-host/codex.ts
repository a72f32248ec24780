import { join } from 'node:path'
import { responses } from '../model/responses.ts'
import type { RealHost } from './real-host.ts'

/** OpenAI Codex, with a model provider of our own in its configuration. */
export const codex: RealHost = {
  name: 'Codex',
  package: '@openai/codex',
  version: '0.171.0',
  dialect: responses,
  shows: 'structure',
  showsOfFailure: 'structure',
  saysNo: true,
  program: installed => [process.execPath, join(installed, 'bin', 'codex.js')],
  env: ({ home }) => ({ CODEX_HOME: join(home, 'codex'), SCRIPTED_KEY: 'none' }),
  servers: {
    file: ({ home }) => join(home, 'codex', 'config.toml'),
    add: (name, server) => ['mcp', 'add', name, '--', ...server],
    list: ['mcp', 'list'],
    spreads: true,
  },
  start: ({ home, model, server: [command, ...args] }) => ({
    args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'Go.'],
    files: {
      [join(home, 'codex', 'config.toml')]: `
model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "Scripted"
base_url = "${model}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
[mcp_servers.files]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
startup_timeout_sec = 30
required = true
`,
    },
  }),
}
