import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openSession, type SessionOptions } from '../../src/relay/session.ts'
import { hasty, server } from './rig.ts'

const options = (fixture: string, more: Partial<SessionOptions> = {}): SessionOptions => ({
  command: process.execPath,
  args: [server(fixture)],
  cwd: process.cwd(),
  env: process.env,
  clientName: 'test',
  timeoutMs: 20_000,
  patience: hasty,
  ...more,
})

describe('a session', () => {
  it('greets the server, asks it, and leaves nothing of it', async () => {
    const session = await openSession(options('scripted.mjs'))
    expect(session.serverInfo).toEqual({ name: 'scripted', version: '1' })
    const { pid } = await session.request('where', {})
    const { lines } = (await session.request('received', {})) as { lines: string[] }
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', clientInfo: { name: 'test' } },
    })
    expect(JSON.parse(lines[1] ?? '')).toEqual({ jsonrpc: '2.0', method: 'notifications/initialized' })
    await session.close()
    expect(() => process.kill(pid as number, 0)).toThrow('ESRCH')
  })

  it('lists the tools of every page, and is not caught by a cursor that comes again', async () => {
    const session = await openSession(options('pages.mjs'))
    expect((await session.tools()).map(tool => tool.name)).toEqual(['a', 'b', 'c'])
    await session.close()
  })

  it('knows that the tools have changed, and says it once', async () => {
    const session = await openSession(options('scripted.mjs'))
    expect(session.takeListChange()).toBe(false)
    const messages = [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]
    await session.request('tools/call', { name: 'tell', arguments: { messages } })
    expect([session.takeListChange(), session.takeListChange()]).toEqual([true, false])
    await session.close()
  })

  it('answers what the server asks, so that it need not wait', async () => {
    const session = await openSession(options('curious.mjs'))
    expect(await session.request('answers', {})).toEqual({
      answers: [
        '{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}',
        '{"jsonrpc":"2.0","id":"r","error":{"code":-32601,"message":"Method not found: roots/list"}}',
      ],
    })
    await session.close()
  })

  it('tells a refused request from a tool that failed', async () => {
    const session = await openSession(options('curious.mjs'))
    await expect(session.request('refuse', {})).rejects.toMatchObject({
      code: 'server-refused',
      message: expect.stringContaining('not today (code -32602)'),
    })
    expect(await session.request('tools/call', { name: 'fails' })).toEqual({ isError: true, content: [] })
    await session.close()
  })

  it('says that a server is silent, and ends it even where it is stubborn', async () => {
    const errors = new PassThrough()
    const opening = openSession(options('stubborn.mjs', { timeoutMs: 200, errors }))
    await expect(opening).rejects.toMatchObject({ code: 'server-silent' })
  })

  it.each([
    ['server-not-found', { command: 'no-such-command-anywhere' }],
    ['server-ended', { args: ['-e', 'process.exit(3)'] }],
  ])('is refused with %s', async (code, more) => {
    await expect(openSession(options('scripted.mjs', more))).rejects.toMatchObject({ code })
  })
})
