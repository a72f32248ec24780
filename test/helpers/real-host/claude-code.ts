import { join } from 'node:path'
import { messages } from '../model/messages.ts'
import type { RealHost } from './real-host.ts'

/** Claude Code. Version 2.1.332 names Node 22, but what runs is a native program, on any machine that has npm. */
export const claudeCode: RealHost = {
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.332',
  dialect: messages,
  shows: 'structure',
  showsOfFailure: 'text',
  saysNo: false,
  program: installed => [process.execPath, join(installed, 'cli-wrapper.cjs')],
  env: ({ home, model }) => ({
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
    // Else the model finds MCP tools only by searching for them.
    ENABLE_TOOL_SEARCH: 'false',
    // Else the model's first turn comes without the tools of a server that a busy machine starts slowly.
    CLAUDE_CODE_MCP_STARTUP_WAIT_MS: '30000',
  }),
  servers: {
    file: ({ project }) => join(project, '.mcp.json'),
    add: (name, server) => ['mcp', 'add', '--scope', 'project', name, '--', ...server],
    list: ['mcp', 'list'],
    connected: /Connected/g,
  },
  start: ({ home, project, server: [command, ...args] }) => ({
    args: ['--print', '--allowedTools', 'mcp__files', '--', 'Go.'],
    files: {
      [join(project, '.mcp.json')]: JSON.stringify({ mcpServers: { files: { command, args } } }),
      [join(home, 'claude', 'settings.json')]: JSON.stringify({ enableAllProjectMcpServers: true }),
    },
  }),
}
