import { join } from 'node:path'
import { messages } from '../model/messages.ts'
import type { RealHost } from './real-host.ts'

/** The package of the program itself: the other one would need its install script. `baseline` runs on any x64. */
const native = `opencode-${process.platform}-${process.arch === 'x64' ? 'x64-baseline' : process.arch}`

/** opencode, with its Anthropic provider at an address of ours. */
export const opencode: RealHost = {
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  dialect: messages,
  shows: 'text',
  showsOfFailure: 'text',
  saysNo: false,
  program: installed => [join(installed, '..', native, 'bin', 'opencode')],
  env: ({ home }) => ({
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_STATE_HOME: join(home, 'state'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  servers: {
    file: ({ home }) => join(home, 'config', 'opencode', 'opencode.jsonc'),
    add: (name, server) => ['mcp', 'add', name, '--', ...server],
    list: ['mcp', 'list'],
    connected: /connected/g,
  },
  start: ({ project, model, server }) => ({
    args: ['run', '--model', 'anthropic/scripted', 'Go.'],
    files: {
      [join(project, 'opencode.json')]: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        provider: {
          anthropic: {
            npm: '@ai-sdk/anthropic',
            options: { baseURL: `${model}/v1`, apiKey: 'none' },
            models: {
              scripted: { name: 'Scripted', tool_call: true, limit: { context: 200_000, output: 8_000 } },
            },
          },
        },
        mcp: { files: { type: 'local', command: server, timeout: 30_000 } },
        permission: { '*': 'allow' },
      }),
    },
  }),
}
