import { PassThrough, type Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../src/json.ts'
import type { Patience } from '../../src/relay/farewell.ts'
import type { Intercept } from '../../src/relay/intercept.ts'
import { type Relay, type RelayOptions, startRelay } from '../../src/relay/relay.ts'

/** A relay in this process, before a real server, with the test as its host. */
export interface Rig {
  readonly relay: Relay
  readonly input: PassThrough
  readonly output: PassThrough
  readonly errors: PassThrough
  /** Writes a message, or the text of a line, as the host. */
  send(message: object | string): void
  /** The next line that the host is given, without its end. */
  nextLine(): Promise<string>
  nextBytes(): Promise<Buffer>
  /** Waits until so many bytes are there to be read. */
  untilThereAre(bytes: number): Promise<void>
  next(): Promise<JsonObject>
  /** A request of the host, and the next line as its answer. */
  ask(method: string, params?: object): Promise<JsonObject>
  /** Everything that the host is given from now on, until the relay has ended. */
  rest(): Promise<string>
}

export const server = (name: string) => fileURLToPath(new URL(`../fixtures/servers/${name}`, import.meta.url))

/** Longer than any test: on a busy machine too, nothing is cut short that a test waits for. */
export const unhurried: Patience = { held: 6e4, input: 6e4, term: 6e4, last: 6e4, reading: 6e4 }

/** Short, so that a test of the steps of an ending need not take their usual seconds. */
export const hasty: Patience = { held: 300, input: 300, term: 200, last: 300, reading: 300 }

export function startRig(fixture: string, options: Partial<RelayOptions> = {}): Rig {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const relay = startRelay({
    command: process.execPath,
    args: [server(fixture)],
    cwd: process.cwd(),
    env: process.env,
    host: { input, output },
    errors,
    intercept: Promise.resolve(undefined),
    patience: unhurried,
    ...options,
  })
  const lines = createLines(output)
  const send = (message: object | string) =>
    void input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  let id = 0
  const next = async () => JSON.parse(await lines.next()) as JsonObject
  return {
    relay,
    input,
    output,
    errors,
    send,
    nextLine: lines.next,
    nextBytes: lines.nextBytes,
    untilThereAre: lines.untilThereAre,
    next,
    ask(method, params = {}) {
      send({ jsonrpc: '2.0', id: `ask-${++id}`, method, params })
      return next()
    },
    async rest() {
      await relay.ended.catch(() => undefined)
      output.end()
      return lines.rest()
    },
  }
}

/** Reads line by line. */
export function createLines(source: Readable) {
  const chunks = source.setEncoding('latin1')[Symbol.asyncIterator]()
  let text = ''
  const more = async () => {
    const { value, done } = await chunks.next()
    if (!done) text += value
    return !done
  }
  const nextBytes = async () => {
    while (!text.includes('\n')) if (!(await more())) throw new Error(`the stream ended after: ${text}`)
    const line = text.slice(0, text.indexOf('\n'))
    text = text.slice(line.length + 1)
    return Buffer.from(line, 'latin1')
  }
  return {
    nextBytes,
    async untilThereAre(bytes: number): Promise<void> {
      while (text.length < bytes) await more()
    },
    next: async () => (await nextBytes()).toString(),
    async rest(): Promise<string> {
      while (await more());
      return Buffer.from(text, 'latin1').toString('utf8')
    },
  }
}

/** A tools/call request. */
export function call(id: unknown, name: string, args: object = {}): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}

/** An intercept that does with every call what the test says, and lets lists through. */
export function onCall(look: Intercept['call']): Promise<Intercept> {
  return Promise.resolve({ call: look, list: async () => undefined })
}

/** A promise with its ends in hand. */
export function deferred<Value = void>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
