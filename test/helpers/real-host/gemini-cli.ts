import { join } from 'node:path'
import { gemini } from '../model/gemini.ts'
import type { RealHost } from './real-host.ts'

/** Gemini CLI. */
export const geminiCli: RealHost = {
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  dialect: gemini,
  shows: 'text',
  showsOfFailure: 'both',
  saysNo: false,
  program: installed => [process.execPath, join(installed, 'bundle', 'gemini.js')],
  env: ({ home, model }) => ({
    GEMINI_CLI_HOME: home,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model,
  }),
  servers: {
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
    add: (name, server) => ['mcp', 'add', '--scope', 'user', name, ...server],
    list: ['mcp', 'list'],
    connected: /Connected/g,
  },
  start: ({ home, server: [command, ...args] }) => ({
    args: ['--approval-mode', 'yolo', '--model', 'gemini-2.5-pro', '--prompt', 'Go.'],
    files: {
      [join(home, '.gemini', 'settings.json')]: JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        mcpServers: { files: { command, args } },
      }),
    },
  }),
}
