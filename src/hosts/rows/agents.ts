import { goose, usual } from '../shapes.ts'
import type { Host } from '../table.ts'
import { inHome, inProject } from './places.ts'

const extensions = {
  servers: ['extensions'],
  shape: goose,
  syntax: 'yaml',
  expands: 'nowhere',
  isSettings: true,
} as const
const list = { servers: ['mcpServers', { namedBy: 'name' }], shape: usual, syntax: 'yaml' } as const
const map = { servers: ['mcpServers'], shape: usual } as const

/** Continue takes any number of files here, as YAML with a list or as JSON with a map. */
const folder = ['.continue', 'mcpServers'] as const

export const agents: readonly Host[] = [
  {
    id: 'goose',
    name: 'Goose',
    files: [
      {
        ...extensions,
        scope: 'user',
        base: 'config',
        path: ['goose', 'config.yaml'],
        on: ['linux', 'darwin'],
        shared: false,
      },
      {
        ...extensions,
        scope: 'user',
        base: 'appData',
        path: ['Block', 'goose', 'config', 'config.yaml'],
        on: ['win32'],
        shared: false,
      },
    ],
    restart: 'start a new session of Goose',
    variables: undefined,
    rewrites: 'nobody has looked yet',
  },
  {
    id: 'continue',
    name: 'Continue',
    files: [
      ...['*.yaml', '*.yml'].map(name => inProject({ ...list, shared: true }, ...folder, name)),
      inProject({ ...map, shared: true }, ...folder, '*.json'),
      inHome({ ...list, shared: false }, '.continue', 'config.yaml'),
      ...['*.yaml', '*.yml'].map(name => inHome({ ...list, shared: false }, ...folder, name)),
      inHome({ ...map, shared: false }, ...folder, '*.json'),
    ],
    restart: 'reload the window of your editor',
    variables: `\${{ secrets.NAME }}`,
    rewrites: 'nobody has looked yet',
  },
]
