import fc from 'fast-check'

/** Names as TOML writes them, with everything that breaks line-wise edits. */
const names = fc.constantFrom(
  'orders',
  'a-b',
  '1',
  '"a.b"',
  "'a/b'",
  '"\\""',
  '"AWS Docs"',
  '"é"',
  '"]"',
  "'#'",
  'env',
  'command',
)
const texts = fc.constantFrom(
  '"npx"',
  "'C:\\bin\\x.exe'",
  '"a # b"',
  '"\\u00e9"',
  '"""\nover\nlines"""',
  "'''lit'''",
  '"-y"',
  '"--"',
  '"$TOKEN"',
  '"]"',
  '"[mcp_servers.x]"',
  '"="',
)
const values = fc.oneof(texts, fc.constantFrom('20.0', '1_000', 'true', '1979-05-27', '[1, 2]', '{ a = 1 }'))
const comment = fc.constantFrom('', '', '', ' # note', '\t# "x" = [')
const spaces = fc.constantFrom(' = ', ' = ', '=', '  =  ')

const list = fc.record({
  items: fc.array(texts, { maxLength: 4 }),
  layout: fc.constantFrom('row', 'tall', 'commented', 'wide'),
  trailing: fc.boolean(),
})
type List = { items: string[]; layout: string; trailing: boolean }

function printList({ items, layout, trailing }: List): string {
  const end = trailing && items.length > 0 ? ',' : ''
  if (layout === 'row') return `[${items.join(', ')}${end}]`
  if (layout === 'wide') return `[ ${items.join(' , ')}${end} ]`
  const note = layout === 'commented' ? ' # why' : ''
  return `[${note}${items.map(each => `\n  ${each},${note}`).join('')}\n]`
}

const variables = fc.uniqueArray(fc.tuple(fc.constantFrom('TOKEN', '"A B"', 'X-Y'), texts), {
  maxLength: 3,
  selector: ([name]) => name,
})

const stdio = fc
  .record({
    command: texts,
    args: fc.option(list, { nil: undefined }),
    env: fc.option(variables, { nil: undefined }),
  })
  .map(({ command, args, env }) => ({
    pairs: [['command', command], ...(args ? [['args', printList(args)]] : [])] as [string, string][],
    map: env && { name: 'env', members: env as [string, string][] },
  }))

const remote = fc
  .record({
    url: fc.constantFrom('"https://x.test/mcp?a=b%2Cc"', "'http://127.0.0.1:3845/mcp'"),
    bearer: fc.boolean(),
    headers: fc.option(variables, { nil: undefined }),
    env: fc.boolean(),
    isTable: fc.boolean(),
  })
  .map(({ url, bearer, headers, env, isTable }) => ({
    pairs: [
      ['url', url],
      ...(bearer ? [['bearer_token_env_var', '"TOKEN"']] : []),
      ...(headers && !isTable
        ? [['http_headers', `{${headers.map(pair => pair.join(' = ')).join(', ')}}`]]
        : []),
    ] as [string, string][],
    map:
      headers && isTable
        ? { name: 'http_headers', members: headers as [string, string][] }
        : env
          ? { name: 'env', members: [['A', '"b"']] as [string, string][] }
          : undefined,
  }))

const odd = values.map(value => ({ pairs: [['link', value]] as [string, string][], map: undefined }))

const server = fc.record({
  name: names,
  body: fc.oneof({ weight: 4, arbitrary: stdio }, { weight: 2, arbitrary: remote }, odd),
  others: fc.uniqueArray(fc.tuple(fc.constantFrom('enabled', 'startup_timeout_sec', '"x y"'), values), {
    maxLength: 2,
    selector: ([name]) => name,
  }),
  othersFirst: fc.boolean(),
  form: fc.constantFrom('table', 'table', 'table', 'dotted', 'inline'),
  mapForm: fc.constantFrom('table', 'inline', 'dotted', 'spaced'),
  note: comment,
  equals: spaces,
  indent: fc.constantFrom('', '', '  ', '\t'),
})
type Server = typeof server extends fc.Arbitrary<infer Value> ? Value : never

/** Whole files of Codex: servers in tables, dotted names and tables in one line, among settings of other sorts. */
export const tomlFile: fc.Arbitrary<string> = fc
  .record({
    servers: fc.uniqueArray(server, { maxLength: 3, selector: each => each.name.replace(/["']/g, '') }),
    head: fc.constantFrom('', '# mine\n', 'model = "o3" # x\n\n', '\n'),
    between: fc.constantFrom('', '\n', '\n# ---\n'),
    tail: fc.constantFrom('', '\n', '\n\n[profiles.a]\nmodel = "x"\n', '\n# end', '\n[[arr]]\nz = 1'),
    eol: fc.constantFrom('\n', '\n', '\r\n'),
    mark: fc.constantFrom('', '', '\uFEFF'),
  })
  .map(({ servers, head, between, tail, eol, mark }) => {
    const inMap = servers.filter(({ form }) => form !== 'table').map(printInMap)
    const tables = servers.filter(({ form }) => form === 'table').map(printTable)
    const all = [...(inMap.length > 0 ? [`[mcp_servers]\n${inMap.join('\n')}`] : []), ...tables]
    return mark + (head + all.join(`\n${between}`) + tail).replaceAll('\n', eol)
  })

function pairsOf({ body, others, othersFirst }: Server): [string, string][] {
  return othersFirst ? [...others, ...body.pairs] : [...body.pairs, ...others]
}

function printTable(server: Server): string {
  const { name, body, mapForm, note, equals, indent } = server
  const line = ([key = '', value = '']: readonly string[]): string =>
    `${indent}${key}${equals}${value}${note}`
  const lines = pairsOf(server).map(line)
  const header = `[mcp_servers.${name}]${note}`
  if (body.map === undefined) return [header, ...lines].join('\n')
  const { name: map, members } = body.map
  if (mapForm === 'table' || mapForm === 'spaced') {
    const open = mapForm === 'spaced' ? `[ mcp_servers . ${name} . ${map} ]` : `[mcp_servers.${name}.${map}]`
    return [header, ...lines, open, ...members.map(line)].join('\n')
  }
  if (mapForm === 'dotted' && members.length > 0)
    return [header, ...lines, ...members.map(([key, value]) => line([`${map}.${key}`, value]))].join('\n')
  return [header, ...lines, line([map, inline(members)])].join('\n')
}

function printInMap(server: Server): string {
  const { name, body, form, note } = server
  const map = body.map === undefined ? [] : [[body.map.name, inline(body.map.members)] as [string, string]]
  const pairs = [...pairsOf(server), ...map]
  if (form === 'dotted') return pairs.map(([key, value]) => `${name}.${key} = ${value}${note}`).join('\n')
  return `${name} = ${inline(pairs)}${note}`
}

function inline(members: readonly (readonly [string, string])[]): string {
  return members.length === 0 ? '{}' : `{ ${members.map(([key, value]) => `${key} = ${value}`).join(', ')} }`
}
