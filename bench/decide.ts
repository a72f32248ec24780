import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAdapter } from '../src/adapter/load.ts'
import { decide } from '../src/advice/decide.ts'
import { createCatalogue } from '../src/gate/catalogue.ts'
import { createGate } from '../src/gate/gate.ts'
import { createObserver } from '../src/gate/observe.ts'
import { learn } from '../src/graph/learn.ts'
import { emptyModel } from '../src/graph/model.ts'
import { messageOf } from '../src/relay/message.ts'
import { openMemory } from '../src/store/memory.ts'
import { openStore } from '../src/store/open.ts'
import { createOrders, type Orders } from './orders.ts'

/**
 * What the gate costs by itself (`npx tsx bench/decide.ts [CALLS]`, 20,000 if not said): calls go through the whole
 * gate, before a server in this process that answers at once. Its readings are answered so too, so that what is
 * left is ours: roles, observations, atoms, decision, learning, the transaction on disk, the line. Then decisions and
 * learning alone, with the model and the evidence that came of it. Times in microseconds.
 */
const calls = Number(process.argv[2] ?? 20_000)
const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-decide-'))

try {
  await run()
} finally {
  rmSync(folder, { recursive: true })
}

async function run(): Promise<void> {
  const orders = createOrders()
  const store = await openStore(join(folder, 'graph.sqlite'))
  const memory = await openMemory(store, { server: 'orders', session: 'bench' })
  const gate = gateBefore(orders, memory)
  const times: number[] = []
  for (let at = 0; at < calls; at++) {
    const { tool, args } = orders.next()
    const begin = performance.now()
    await gate(tool, args)
    times.push(performance.now() - begin)
  }
  say('a call through the gate, readings answered at once', times.slice(calls / 10))

  const evidence = []
  for (let after = 0; ; after = evidence.length) {
    const page = await store.evidence('orders', after, 5000)
    evidence.push(...page.map(each => each.evidence))
    if (page.length < 5000) break
  }
  const model = await memory.model()
  const standing = { effect: 'MUTATING', authorization: 'not-required' } as const
  say(
    'one decision',
    evidence.map(each => timed(() => decide('block', model, { ...each, ...standing }))),
  )
  const anew = emptyModel('orders')
  say(
    'learning one call',
    evidence.map(each => timed(() => learn(anew, each))),
  )
  process.stdout.write(`  ${evidence.length} pieces of evidence, ${model.tools.size} tools\n`)
  await memory.close()
}

/** A gate in warn mode that says its lines, before orders that are kept in this process. */
function gateBefore(orders: Orders, memory: Awaited<ReturnType<typeof openMemory>>) {
  const catalogue = createCatalogue()
  catalogue.take(orders.definitions, true)
  const adapter = parseAdapter(JSON.stringify(orders.adapter), 'bench')
  const gate = createGate({
    server: 'orders',
    session: 'bench',
    policy: {
      mode: () => 'warn',
      isApproved: () => true,
      approve: async () => undefined,
      retestEvery: 16,
      hints: true,
      structured: 'keep',
    },
    catalogue,
    known: () => ({ adapter, observer: createObserver(catalogue, Date.now) }),
    memory,
    now: Date.now,
    listed: async () => undefined,
    tell(problem) {
      throw problem
    },
  })
  const hello = {}
  let id = 0
  const answer = async (tool: string, args: object) => {
    const message = messageOf({ jsonrpc: '2.0', id, result: orders.answer(tool, args) })
    return { kind: 'answer', message } as const
  }
  return (tool: string, args: object) => {
    const params = { name: tool, arguments: args }
    let sent: ReturnType<typeof answer> | undefined
    return gate.call({
      request: messageOf({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params }),
      hello,
      signal: new AbortController().signal,
      forward: () => (sent ??= answer(tool, args)),
      ask: (_method, asked) => {
        const { name, arguments: given } = asked as { name: string; arguments: object }
        return answer(name, given)
      },
      askHost: async () => ({ kind: 'gone' }),
    })
  }
}

function timed(work: () => unknown): number {
  const begin = performance.now()
  work()
  return performance.now() - begin
}

function say(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 1000).toFixed(1)
  process.stdout.write(`${what.padEnd(52)}median ${at(0.5).padStart(7)}   99 % ${at(0.99).padStart(7)}\n`)
}
