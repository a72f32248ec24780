import type { Shape } from './table.ts'

/** As most hosts have it. */
export const usual: Shape = {
  command: 'command',
  args: 'args',
  env: 'env',
  url: ['url', 'serverUrl', 'httpUrl'],
  headers: 'headers',
  stdio: 'stdio',
  http: 'http',
}

/** Cline and Roo Code have their own word for streamable HTTP. */
export const cline: Shape = { ...usual, http: 'streamableHttp' }

/** The command is a list with its arguments in it. */
export const opencode: Shape = {
  command: 'command',
  env: 'environment',
  url: ['url'],
  headers: 'headers',
  stdio: 'local',
  http: 'remote',
}

export const codex: Shape = {
  ...usual,
  url: ['url'],
  headers: 'http_headers',
  bearer: 'bearer_token_env_var',
  passes: 'env_vars',
}

export const goose: Shape = {
  command: 'cmd',
  args: 'args',
  env: 'envs',
  url: ['uri'],
  headers: 'headers',
  stdio: 'stdio',
  http: 'streamable_http',
}
