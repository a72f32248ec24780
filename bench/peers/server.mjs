// A server that costs as little as one can, over stdio, or over HTTP on the port that its argument names. `echo` gives
// back its text, `big` a text of so many bytes, which `prepare` makes before, `get_thing` a thing as JSON, `set_thing` changes one, and
// `die` ends the server at once.
import { createServer } from 'node:http'

const things = new Map()
const text = words => ({ content: [{ type: 'text', text: words }] })
const schema = (...names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, {}])),
})
const tools = {
  echo: { schema: schema('text'), call: args => text(args.text) },
  prepare: { schema: schema('bytes'), call: args => text(String(big(args.bytes).length)) },
  big: { schema: schema('bytes'), call: args => text(big(args.bytes)) },
  die: { schema: schema(), call: () => process.kill(process.pid, 'SIGKILL') },
  get_thing: {
    schema: schema('thing'),
    call: ({ thing }) => text(JSON.stringify({ id: thing, turns: things.get(thing) ?? 0, status: 'READY' })),
  },
  set_thing: {
    schema: schema('thing', 'text'),
    call: args => {
      things.set(args.thing, (things.get(args.thing) ?? 0) + 1)
      return text(args.text)
    },
  },
}

let made = ''
function big(bytes) {
  if (made.length !== bytes)
    made = 'a "text" with \\ and {brackets}, and so on. '.repeat(bytes / 43 + 1).slice(0, bytes)
  return made
}

const methods = {
  initialize: params => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: Object.entries(tools).map(([name, each]) => ({ name, inputSchema: each.schema })),
  }),
  'tools/call': params => tools[params.name].call(params.arguments),
}

function answer({ id, method, params }) {
  const result = methods[method]?.(params ?? {})
  const said = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
  return JSON.stringify({ jsonrpc: '2.0', id, ...said })
}

function serveStdio() {
  let rest = ''
  process.stdin.setEncoding('utf8').on('data', chunk => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      const message = JSON.parse(line)
      if (message.id !== undefined && message.method) process.stdout.write(`${answer(message)}\n`)
    }
  })
}

function serveHttp(port) {
  const http = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(request.method === 'GET' ? 405 : 200).end()
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const message = JSON.parse(body)
    if (message.id === undefined || !message.method) return response.writeHead(202).end()
    const session = message.method === 'initialize' ? { 'mcp-session-id': `s${Math.random()}` } : {}
    response.writeHead(200, { 'content-type': 'application/json', ...session }).end(answer(message))
  })
  http.listen(port, '127.0.0.1')
}

const port = Number(process.argv[2])
if (port > 0) serveHttp(port)
else serveStdio()
