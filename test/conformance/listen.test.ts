import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { authorization, fixture, type ListenerRig, startListener } from '../relay/listen/rig.ts'
import { type Revision, runSuite } from './suite.ts'

const open: { readonly listener: ListenerRig; readonly front: Server }[] = []
afterAll(async () => {
  for (const { listener, front } of open) {
    front.closeAllConnections()
    front.close()
    await listener.close('SIGTERM')
  }
})

/** A listener for a suite that knows no tokens: what stands in front adds the token, and changes nothing else. */
async function unlocked(server: string, share: boolean): Promise<string> {
  const listener = await startListener({ args: [fixture(`conformance/${server}`)], share })
  const { host } = new URL(listener.url)
  const front = createServer((asked, answer) => {
    const { port } = front.address() as AddressInfo
    const isOwn = [`127.0.0.1:${port}`, `localhost:${port}`].includes(asked.headers.host ?? '')
    const headers = { ...asked.headers, authorization, ...(isOwn && { host }) }
    const sent = request(listener.url, { method: asked.method ?? 'GET', headers }, got => {
      answer.writeHead(got.statusCode ?? 500, got.headers)
      got.pipe(answer)
      answer.on('close', () => got.destroy())
    })
    asked.pipe(sent.on('error', () => answer.destroy()))
  })
  open.push({ listener, front })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`
}

describe('a listener before a server that starts with a command', () => {
  it.concurrent.each([
    ['2025-11-25', 'v1.mjs', false],
    ['2025-11-25', 'v1.mjs', true],
    ['2026-07-28', 'v2.mjs', false],
  ] satisfies [Revision, string, boolean][])(
    'passes every check that the official suite has for %s (server %s, shared: %s)',
    async (revision, server, share) => {
      const outcomes = await runSuite(await unlocked(server, share), revision)
      const checks = [...outcomes].flatMap(([scenario, made]) => made.map(each => ({ scenario, ...each })))
      expect(checks.length).toBeGreaterThan(70)
      expect(checks.filter(({ status }) => status === 'FAILURE')).toEqual([])
    },
  )
})
