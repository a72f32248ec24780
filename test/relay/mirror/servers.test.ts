import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metaForReading } from '../../../src/gate/era.ts'
import type { Intercept } from '../../../src/relay/intercept.ts'
import { usualLimits } from '../../../src/relay/listen/limits.ts'
import { createMirror } from '../../../src/relay/mirror/mirror.ts'
import { readAddress } from '../../../src/relay/remote/address.ts'
import { createLink } from '../../../src/relay/remote/link.ts'
import { fixture, host, type ListenerRig, laterHost, open } from '../listen/rig.ts'

/** A server of the second SDK, which speaks both eras over HTTP, and a mirror before it that reads before each call. */
let server: ChildProcess
let mirror: ListenerRig
const read: string[] = []
const intercept: Intercept = {
  list: async held => void (await held.forward()),
  async call(held) {
    const answer = await held.ask('tools/call', {
      name: 'test_x_mcp_header',
      arguments: { region: 'north' },
      ...metaForReading(held.request.value() ?? {}),
    })
    read.push(answer.kind === 'answer' ? answer.message.bytes().toString() : answer.kind)
    return void (await held.forward())
  },
}

beforeAll(async () => {
  server = spawn(process.execPath, [fixture('conformance/v2.mjs'), '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said] = server.stderr ? await once(server.stderr, 'data') : []
  const port = /listening (\d+)/.exec(String(said))?.[1]
  const link = createLink(readAddress(`http://127.0.0.1:${port}/mcp`), {}, undefined)
  mirror = await open({}, usualLimits, errors =>
    createMirror({ link, errors, nextIntercept: async () => intercept, limits: usualLimits }),
  )
})
afterAll(async () => {
  await mirror.close()
  server.kill()
})

describe('a real server that is mirrored', () => {
  it.each([
    ['the earlier era', () => laterHost(mirror.url, 'legacy'), '2025-11-25'],
    ['the later era', () => laterHost(mirror.url), '2026-07-28'],
  ] as const)(
    'serves a host of %s, with progress, errors and our readings beside',
    async (_, connect, revision) => {
      const client = await connect()
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('test_tool_with_progress')
      const progress: number[] = []
      await client.callTool(
        { name: 'test_tool_with_progress', arguments: {} },
        { onprogress: said => void progress.push(said.progress) },
      )
      expect(progress).toEqual([0, 50, 100])
      expect(read.pop()).toContain('north')
      await expect(client.readResource({ uri: 'test://no-such' })).rejects.toThrow('Resource not found')
      await client.close()
    },
  )

  it('serves a host of the first SDK', async () => {
    const client = await host(mirror.url)
    expect(await client.callTool({ name: 'test_simple_text', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
    })
    await client.close()
  })
})
