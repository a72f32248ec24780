import { join } from 'node:path'
import { messages } from '../model/messages.ts'
import type { RealHost } from './real-host.ts'

/** GitHub Copilot CLI, offline, with a provider of our own. */
export const copilotCli: RealHost = {
  name: 'Copilot CLI',
  package: '@github/copilot',
  version: '1.0.102',
  dialect: messages,
  shows: 'both',
  showsOfFailure: 'both',
  saysNo: true,
  program: installed => [process.execPath, join(installed, 'npm-loader.js')],
  env: ({ home, model }) => ({
    COPILOT_HOME: join(home, 'copilot'),
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_BASE_URL: model,
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'scripted',
  }),
  servers: {
    file: ({ home }) => join(home, 'copilot', 'mcp-config.json'),
    add: (name, server) => ['mcp', 'add', name, '--', ...server],
    list: ['mcp', 'list'],
  },
  start: ({ home, server: [command, ...args] }) => ({
    args: ['--allow-all-tools', '--allow-all-paths', '--prompt', 'Go.'],
    files: {
      [join(home, 'copilot', 'mcp-config.json')]: JSON.stringify({
        mcpServers: { files: { type: 'local', command, args, tools: ['*'] } },
      }),
    },
  }),
}
