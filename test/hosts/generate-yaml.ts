import fc from 'fast-check'

const names = fc.constantFrom(
  'orders',
  'a b',
  '"a: b"',
  "'#'",
  'a.b',
  'a/b',
  'é',
  '"\\""',
  '-x',
  '"1"',
  'cmd',
)
/** Texts as YAML writes them where they stand alone, and in brackets. */
const texts = fc.constantFrom(
  'npx',
  '"npx"',
  "'it''s'",
  '-y',
  '"--"',
  "'@acme/x'",
  '"# no"',
  '"a: b"',
  '"$TOKEN"',
  '"\\u00e9"',
  "'{x}'",
  '/opt/a',
  '"true"',
)
const scalars = fc.oneof(texts, fc.constantFrom('300', 'true', 'null', '1.0', '[1, 2]', '{a: 1}'))
const note = fc.constantFrom('', '', '', ' # note')

const list = fc.record({
  items: fc.array(texts, { maxLength: 4 }),
  form: fc.constantFrom('flow', 'block', 'flush', 'tall'),
  note,
})
const variables = fc.record({
  members: fc.uniqueArray(fc.tuple(fc.constantFrom('TOKEN', '"A B"', 'X-Y'), texts), {
    maxLength: 3,
    selector: ([name]) => name,
  }),
  form: fc.constantFrom('flow', 'block'),
})
type List = typeof list extends fc.Arbitrary<infer Value> ? Value : never
type Variables = typeof variables extends fc.Arbitrary<infer Value> ? Value : never
type Member = readonly [name: string, value: string | List | Variables]

const server = fc.record({
  name: names,
  isRemote: fc.boolean(),
  command: texts,
  args: fc.option(list, { nil: undefined }),
  env: fc.option(variables, { nil: undefined }),
  headers: fc.option(variables, { nil: undefined }),
  url: fc.constantFrom('https://x.test/mcp?a=b%2Cc', '"http://127.0.0.1:3845/mcp"'),
  others: fc.uniqueArray(fc.tuple(fc.constantFrom('timeout', 'enabled', 'bundled'), scalars), {
    maxLength: 2,
    selector: ([name]) => name,
  }),
  isTyped: fc.boolean(),
  othersFirst: fc.boolean(),
  isFlow: fc.boolean(),
  notes: fc.array(note, { minLength: 1, maxLength: 3 }),
  gap: fc.constantFrom('', '', '\n', '\n# ---\n'),
})
type Server = typeof server extends fc.Arbitrary<infer Value> ? Value : never

/** Whole files of Goose (a map of extensions) or of Continue (a list of servers with their names). */
export function yamlFile(host: 'goose' | 'continue'): fc.Arbitrary<string> {
  return fc
    .record({
      servers: fc.uniqueArray(server, {
        minLength: 1,
        maxLength: 2,
        selector: each => each.name.replace(/["']/g, ''),
      }),
      unit: fc.constantFrom(2, 4),
      isFlush: fc.boolean(),
      head: fc.constantFrom('', '# mine\n', '---\n', 'GOOSE_MODE: auto # x\n\n', 'models: [a, b]\n'),
      tail: fc.constantFrom('', '\n', '\n# end\n', '\nother:\n  - 1\n', '\n\n'),
      eol: fc.constantFrom('\n', '\n', '\r\n'),
      mark: fc.constantFrom('', '', '\uFEFF'),
    })
    .map(({ servers, unit, isFlush, head, tail, eol, mark }) => {
      const print = (each: Server) =>
        host === 'goose' ? printInMap(each, unit) : printInList(each, isFlush ? 0 : unit)
      const key = host === 'goose' ? 'extensions:' : 'mcpServers:'
      return mark + `${head}${key}\n${servers.map(print).join('\n')}${tail}`.replaceAll('\n', eol)
    })
}

function membersOf(server: Server, host: 'goose' | 'continue'): Member[] {
  const [cmd, envs, uri] = host === 'goose' ? ['cmd', 'envs', 'uri'] : ['command', 'env', 'url']
  const { isRemote, isTyped, command, args, env, headers, url, others, othersFirst } = server
  const own: [string, Member[1] | undefined][] = isRemote
    ? [
        [uri, url],
        ['headers', headers],
        [envs, env],
      ]
    : [
        [cmd, command],
        ['args', args],
        [envs, env],
      ]
  const type: [string, string][] = isTyped ? [['type', isRemote ? 'sse' : 'stdio']] : []
  const members = own.filter((each): each is [string, Member[1]] => each[1] !== undefined)
  return othersFirst ? [...type, ...others, ...members] : [...members, ...type, ...others]
}

function printInMap(server: Server, unit: number): string {
  const pad = ' '.repeat(unit)
  const members = membersOf(server, 'goose')
  if (server.isFlow)
    return `${server.gap}${pad}${server.name}: {${members.map(inFlow).join(', ')}}${server.notes[0]}`
  const lines = members.map((member, index) => inBlock(member, pad + pad, pad, noteOf(server, index)))
  return `${server.gap}${pad}${server.name}:${server.notes[0]}\n${lines.join('\n')}`
}

function printInList(server: Server, indent: number): string {
  const pad = ' '.repeat(indent)
  const members: Member[] = [['name', server.name], ...membersOf(server, 'continue')]
  if (server.isFlow) return `${server.gap}${pad}- {${members.map(inFlow).join(', ')}}${server.notes[0]}`
  const lines = members.map((member, index) => inBlock(member, `${pad}  `, '  ', noteOf(server, index)))
  return `${server.gap}${pad}- ${lines.join('\n').trimStart()}`
}

function noteOf({ notes }: Server, index: number): string {
  return notes[index % notes.length] ?? ''
}

function inBlock([name, value]: Member, pad: string, unit: string, note: string): string {
  if (typeof value === 'string') return `${pad}${name}: ${value}${note}`
  if ('members' in value) {
    if (value.form === 'flow' || value.members.length === 0) return `${pad}${name}: ${flowMap(value)}${note}`
    return `${pad}${name}:${note}${value.members.map(([key, text]) => `\n${pad}${unit}${key}: ${text}${note}`).join('')}`
  }
  const { items, form } = value
  if (form === 'flow' || items.length === 0) return `${pad}${name}: [${items.join(', ')}]${note}`
  if (form === 'tall')
    return `${pad}${name}: [${items.map(each => `\n${pad}${unit}${each}`).join(',')}\n${pad}]${note}`
  const lead = form === 'flush' ? pad : pad + unit
  return `${pad}${name}:${note}${items.map(each => `\n${lead}- ${each}${value.note}`).join('')}`
}

function inFlow([name, value]: Member): string {
  if (typeof value === 'string') return `${name}: ${value}`
  return `${name}: ${'members' in value ? flowMap(value) : `[${value.items.join(', ')}]`}`
}

function flowMap({ members }: Variables): string {
  return members.length === 0 ? '{}' : `{ ${members.map(pair => pair.join(': ')).join(', ')} }`
}
