import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** How a client of the second SDK finds the era: not at all, by asking first, or by insisting on the later one. */
export type Negotiation = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>

/** Everything that a client got to know on its walk, in the order of the walk. */
export type Diary = readonly (readonly [what: string, got: unknown])[]

/** A client of the second SDK does all that it can do with a server that `command` starts, and keeps a diary. */
export async function walk([command = '', ...args]: readonly string[], mode: Negotiation): Promise<Diary> {
  const diary: [string, unknown][] = []
  const heard: unknown[] = []
  const note = async (what: string, work: () => unknown) => {
    diary.push([what, await outcomeOf(work)])
  }
  const client = createClient(mode, heard)
  const transport = new StdioClientTransport({ command, args, stderr: 'pipe' })
  const errors = linesOf(transport)
  await client.connect(transport)
  hearProgress(transport, heard)
  await note('who the server is', () => [
    client.getServerVersion(),
    client.getServerCapabilities(),
    client.getInstructions(),
    client.getNegotiatedProtocolVersion(),
  ])
  await lists(client, note)
  await calls(client, note)
  await changes(client, note, heard)
  await note('a call that is given up', () => giveUp(client, errors))
  await client.close()
  return [...diary, ['what was said without being asked', heard.map(each => JSON.stringify(each)).sort()]]
}

/** Before the client hears it, which forgets progress that comes in one piece with the answer. */
function hearProgress(transport: StdioClientTransport, heard: unknown[]): void {
  const take = transport.onmessage
  transport.onmessage = message => {
    if ('method' in message && message.method === 'notifications/progress') heard.push(message)
    take?.(message)
  }
}

type Note = (what: string, work: () => unknown) => Promise<void>

function createClient(mode: Negotiation, heard: unknown[]): Client {
  const client = new Client(
    { name: 'walker', version: '1.2.3', title: 'One who walks' },
    {
      versionNegotiation: { mode },
      capabilities: { elicitation: {}, sampling: {}, roots: { listChanged: true } },
    },
  )
  client.setRequestHandler('elicitation/create', ({ params }) => {
    heard.push(['elicitation/create', params])
    return { action: 'accept', content: { name: 'Ada', ok: true, color: 'blue', context: 'tests' } }
  })
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    heard.push(['sampling/createMessage', params])
    return { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'none' }
  })
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///srv', name: 'srv' }] }))
  for (const method of [
    'notifications/message',
    'notifications/tools/list_changed',
    'notifications/prompts/list_changed',
  ] as const)
    client.setNotificationHandler(method, ({ params }) => void heard.push([method, params]))
  return client
}

async function lists(client: Client, note: Note): Promise<void> {
  await note('tools', () => client.listTools())
  await note('prompts', () => client.listPrompts())
  await note('resources', () => client.listResources())
  await note('templates', () => client.listResourceTemplates())
  for (const uri of ['test://static-text', 'test://static-binary', 'test://template/7/data', 'test://none'])
    await note(`reading ${uri}`, () => client.readResource({ uri }))
  await note('a prompt', () =>
    client.getPrompt({ name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'ü' } }),
  )
  await note('no such prompt', () => client.getPrompt({ name: 'none' }))
  await note('a prompt that asks first', () =>
    client.getPrompt({ name: 'test_input_required_result_prompt' }),
  )
  await note('completion', () =>
    client.complete({
      ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
      argument: { name: 'arg1', value: 'par' },
    }),
  )
}

async function calls(client: Client, note: Note): Promise<void> {
  for (const name of plainTools) await note(name, () => client.callTool({ name, arguments: {} }))
  await note('arguments of every kind', () =>
    client.callTool({
      name: 'json_schema_2020_12_tool',
      arguments: {
        name: 'Zoë 漢字 \u2028',
        contactMethod: 'email',
        email: 'a@b',
        address: { street: '', city: 'X' },
      },
    }),
  )
  for (const region of ['eu', 'us'])
    await note(`something done to ${region}`, () =>
      client.callTool({ name: 'test_x_mcp_header', arguments: { region } }),
    )
  await note('a thing', () => client.callTool({ name: 'get_thing', arguments: { thing: 'a1' } }))
  await note('a thing that is asked about', () =>
    client.callTool({ name: 'test_input_required_result_elicitation', arguments: { thing: 'a1' } }),
  )
  await note('no such tool', () => client.callTool({ name: 'none', arguments: {} }))
  await note('progress', () =>
    client.callTool({ name: 'test_tool_with_progress', arguments: {} }, { onprogress: () => undefined }),
  )
  await note('twenty calls at once', () =>
    Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        client.callTool({ name: 'get_thing', arguments: { thing: `t${at}` } }),
      ),
    ),
  )
}

/** Tools that need nothing said; those that ask do so in the way of the era. */
const plainTools = [
  'test_simple_text',
  'test_image_content',
  'test_audio_content',
  'test_embedded_resource',
  'test_multiple_content_types',
  'test_structured',
  'test_error_handling',
  'test_tool_with_logging',
  'test_missing_capability',
  'test_input_required_result_elicitation',
  'test_input_required_result_sampling',
  'test_input_required_result_list_roots',
  'test_input_required_result_request_state',
  'test_input_required_result_multiple_inputs',
  'test_input_required_result_multi_round',
]

/** The server says that its lists have changed: to those who listen, in the later era; to all, in the earlier. */
async function changes(client: Client, note: Note, heard: unknown[]): Promise<void> {
  const isModern = client.getNegotiatedProtocolVersion() === '2026-07-28'
  const before = heard.length
  const subscription = isModern ? await client.listen({ toolsListChanged: true }) : undefined
  await note('what is listened for', () => subscription?.honoredFilter)
  await client.callTool({ name: 'test_trigger_prompt_change', arguments: {} })
  await client.callTool({ name: 'test_trigger_tool_change', arguments: {} })
  await until(() => heard.length >= before + (isModern ? 1 : 2))
  await note('the end of listening', async () => {
    await subscription?.close()
    return subscription?.closed
  })
}

/** The server is told, and says on its standard error that it has let go. */
async function giveUp(client: Client, errors: () => string): Promise<unknown> {
  const abort = new AbortController()
  const call = client.callTool({ name: 'test_slow', arguments: {} }, { signal: abort.signal })
  await client.callTool({ name: 'test_simple_text', arguments: {} })
  abort.abort('enough')
  const outcome = await outcomeOf(() => call)
  await until(() => errors().includes('test_slow was let go'))
  return outcome
}

/** What came of it, errors included. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    const { name, message, code, data } = error as Error & { code?: unknown; data?: unknown }
    return { name, message, code, data }
  }
}

function linesOf(transport: StdioClientTransport): () => string {
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  return () => said
}

/** Waits for something that is on its way, a few seconds at most. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !holds(); turn++) await new Promise(resolve => setTimeout(resolve, 10))
  if (!holds()) throw new Error('It did not come')
}
