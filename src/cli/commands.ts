import type { Command } from 'commander'
import type { Shell } from './shell.ts'

/** What a command's file exports: its options and arguments, and what runs. It calls `done` once with the exit code. */
export type CommandModule = { default: (shell: Shell, done: (code: number) => void) => Command }

export interface CommandRow {
  readonly name: string
  /** One line for the help. */
  readonly about: string
  readonly load: () => Promise<CommandModule>
}

/** Every command, in the order in which a newcomer meets them. */
export const commands: readonly CommandRow[] = [
  {
    name: 'init',
    about: 'set up a project: find servers, preview, choose, wrap',
    load: () => import('./init.ts'),
  },
  { name: 'wrap', about: 'put mcpgraphy before the servers of your hosts', load: () => import('./wrap.ts') },
  { name: 'unwrap', about: 'take it off again, byte for byte', load: () => import('./unwrap.ts') },
  { name: 'mode', about: 'show or set what the proxy may do for a server', load: () => import('./mode.ts') },
  { name: 'status', about: 'what was learned, warned and refused', load: () => import('./status.ts') },
  { name: 'offers', about: 'what can be done with a resource now', load: () => import('./offers.ts') },
  { name: 'explain', about: 'the evidence behind an offer', load: () => import('./explain.ts') },
  { name: 'graph', about: 'the learned graph as JSON or Mermaid', load: () => import('./graph.ts') },
  { name: 'log', about: 'the audit log, and whether its chain holds', load: () => import('./log.ts') },
  { name: 'doctor', about: 'find what is wrong, and what mends it', load: () => import('./doctor.ts') },
  { name: 'tools', about: 'what each tool does, and why we think so', load: () => import('./tools.ts') },
  {
    name: 'backtest',
    about: 'what block would have done with the calls of the past',
    load: () => import('./backtest.ts'),
  },
  { name: 'retest', about: 'forget a refusal until it is seen again', load: () => import('./retest.ts') },
  { name: 'adapter', about: 'draft, check and list adapters', load: () => import('./adapter.ts') },
  {
    name: 'demo',
    about: 'the two-act story against the real filesystem server',
    load: () => import('./demo.ts'),
  },
  {
    name: 'sim',
    about: 'serve a simulated server: a sandbox to try things in',
    load: () => import('./sim.ts'),
  },
  {
    name: 'serve',
    about: 'offer what can be done with resources, and carry it out where a policy says so',
    load: () => import('./serve.ts'),
  },
  {
    name: 'learn',
    about: 'learn by experiments, on a sandbox',
    load: () => import('./learn.ts'),
  },
  {
    name: 'benchmark',
    about: 'measure what guidance is worth, on simulated servers',
    load: () => import('./benchmark.ts'),
  },
  {
    name: 'proxy',
    about: 'run the proxy before one server (a host starts this)',
    load: () => import('./proxy.ts'),
  },
]
