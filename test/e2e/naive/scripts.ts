import { join, resolve } from 'node:path'

const modules = resolve(import.meta.dirname, '../../../node_modules')

/** The scripts of the real servers, from npm. */
export const script = {
  filesystem: join(modules, '@modelcontextprotocol/server-filesystem/dist/index.js'),
  memory: join(modules, '@modelcontextprotocol/server-memory/dist/index.js'),
  taskManager: join(modules, '@kazuph/mcp-taskmanager/dist/index.js'),
  shrimp: join(modules, 'mcp-shrimp-task-manager/dist/index.js'),
  git: join(modules, '@cyanheads/git-mcp-server/dist/index.js'),
} as const
