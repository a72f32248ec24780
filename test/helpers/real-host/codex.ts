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
  start: ({ installed, home, model, server: [command, ...args] }) => ({
    command: process.execPath,
    args: [
      join(installed, 'bin', 'codex.js'),
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      'Go.',
    ],
    env: { CODEX_HOME: join(home, 'codex'), SCRIPTED_KEY: 'none' },
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
