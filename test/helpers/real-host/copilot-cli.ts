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
  start: ({ installed, home, model, server: [command, ...args] }) => ({
    command: process.execPath,
    args: [join(installed, 'npm-loader.js'), '--allow-all-tools', '--allow-all-paths', '--prompt', 'Go.'],
    env: {
      COPILOT_HOME: join(home, 'copilot'),
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_BASE_URL: model,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'scripted',
    },
    files: {
      [join(home, 'copilot', 'mcp-config.json')]: JSON.stringify({
        mcpServers: { files: { type: 'local', command, args, tools: ['*'] } },
      }),
    },
  }),
}
