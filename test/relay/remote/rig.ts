import { PassThrough } from 'node:stream'
import type { RelayOptions } from '../../../src/relay/relay.ts'
import { connectRemote, type RemoteOptions } from '../../../src/relay/remote/connect.ts'
import { type Rig, startRig } from '../rig.ts'

/** A relay before a remote server, with the test as its host. */
export interface RemoteRig extends Rig {
  /** Begins a session of the earlier era; gives the server's answer. */
  begin(): Promise<Record<string, unknown>>
  /** What was told on standard error so far. */
  said(): string
  /** Leaves as a host does, and waits until all is over. */
  leave(): Promise<void>
}

export function startRemoteRig(
  url: string,
  { relay = {}, ...options }: Partial<RemoteOptions> & { relay?: Partial<RelayOptions> } = {},
): RemoteRig {
  const errors = new PassThrough()
  let said = ''
  errors.on('data', chunk => {
    said += String(chunk)
  })
  const rig = startRig('', { server: connectRemote({ url, errors, ...options }), ...relay })
  return {
    ...rig,
    said: () => said,
    async begin() {
      const answer = await rig.ask('initialize', hello)
      rig.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      return answer
    },
    async leave() {
      rig.input.end()
      await rig.rest()
    },
  }
}

export const hello = {
  protocolVersion: '2025-11-25',
  capabilities: { sampling: {}, roots: {} },
  clientInfo: { name: 'test-host', version: '1' },
}

/** The `_meta` of a request of the later era. */
export function later(more: object = {}): object {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test-host', version: '1' },
    ...more,
  }
}
