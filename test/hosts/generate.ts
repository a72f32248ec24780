import fc from 'fast-check'

/** A generated config file: its text, and the names of the servers that start a program. */
export interface GeneratedFile {
  readonly text: string
}

/** Stands for a line end until the file's own is put in: no generated text holds it. */
const lineEnd = '\uE000'

interface Item {
  /** Raw JSON text, or the parts of an object or array. */
  readonly raw?: string
  readonly members?: readonly (readonly [name: string, value: Item])[]
  readonly items?: readonly Item[]
  readonly trailing?: boolean
}

/** Names with everything that breaks dotted paths, file names and object literals. */
const names = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('orders', 'files', 'github.com/org/fs', '@aws/docs', 'AWS Docs', '_1'),
  },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'a/b',
    'a.b',
    '"',
    '\\',
    '//',
    '/*',
    '',
    '~',
    'é',
    '😀',
    '-x',
    'command',
    'args',
    'env',
  ),
  fc.string({ maxLength: 6 }),
)

const rawText = fc.oneof(
  fc.string({ maxLength: 12 }).map(each => JSON.stringify(each)),
  fc.constantFrom(
    '"\\u00e9"',
    '"\\/tmp\\/x"',
    '"\\u0022"',
    `"\${env:TOKEN}"`,
    `"\${X:-}"`,
    '"{\\"a\\": [1]}"',
    '"// no"',
    '"--"',
    '"proxy"',
    '"🙂"',
  ),
)
const rawScalar = fc.oneof(
  rawText,
  fc.constantFrom('1.0', '1e400', '12345678901234567890', '-0', 'true', 'null', '20.00'),
)

const scalar = rawScalar.map((raw): Item => ({ raw }))
const text = rawText.map((raw): Item => ({ raw }))
const textNotEmpty = text.filter(({ raw }) => JSON.parse(raw ?? '""') !== '')
const trailing = fc.boolean()

const args = fc.record({ items: fc.array(text, { maxLength: 4 }), trailing }) satisfies fc.Arbitrary<Item>
const env = fc.record({ members: members(text, 3), trailing }) satisfies fc.Arbitrary<Item>
const anything = fc.oneof(scalar, fc.record({ items: fc.array(scalar, { maxLength: 2 }), trailing }), env)

const stdio = fc
  .record({
    command: textNotEmpty,
    args: fc.option(args, { nil: undefined }),
    env: fc.option(env, { nil: undefined }),
    others: fc.uniqueArray(fc.tuple(fc.constantFrom('type', 'cwd', 'timeout', 'disabled', 'x y'), anything), {
      maxLength: 3,
      selector: ([name]) => name,
    }),
    order: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
    trailing,
  })
  .map(({ command, args, env, others, order, trailing }): Item => {
    const all: [string, Item | undefined][] = [['command', command], ['args', args], ['env', env], ...others]
    const members = all.filter((each): each is [string, Item] => each[1] !== undefined)
    return { members: shuffled(members, order), trailing }
  })

const address = fc
  .constantFrom(
    'https://x.test/mcp?features=docs%2Clogs&project_ref=a',
    `\${input:url}`,
    'http://127.0.0.1:3845/sse',
    'HTTPS://X/',
  )
  .map((url): Item => ({ raw: JSON.stringify(url) }))
const types = ['http', 'streamable-http', 'streamableHttp', 'sse', 'remote'] as const

/** Reached by address, in every spelling that hosts have. */
const remote = fc
  .record({
    url: fc.tuple(fc.constantFrom('url', 'serverUrl', 'httpUrl'), address),
    type: fc.option(
      fc.tuple(
        fc.constantFrom('type', 'transport'),
        fc.constantFrom(...types).map((each): Item => ({ raw: `"${each}"` })),
      ),
      { nil: undefined },
    ),
    headers: fc.option(env, { nil: undefined }),
    env: fc.option(env, { nil: undefined }),
    timeout: fc.option(anything, { nil: undefined }),
    order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    trailing,
  })
  .map(({ url, type, headers, env, timeout, order, trailing }): Item => {
    const all: ([string, Item | undefined] | undefined)[] = [
      url,
      type,
      ['headers', headers],
      ['env', env],
      ['timeout', timeout],
    ]
    const members = all.filter((each): each is [string, Item] => each?.[1] !== undefined)
    return { members: shuffled(members, order), trailing }
  })

function shuffled<Value>(values: readonly Value[], order: readonly number[]): Value[] {
  return values
    .map((each, index) => ({ each, key: order[index] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each)
}

const otherEntry = fc.oneof(
  { weight: 3, arbitrary: remote },
  fc.record({ members: fc.tuple(fc.tuple(fc.constant('url'), text)), trailing }),
  fc.record({ members: fc.tuple(fc.tuple(fc.constant('link'), anything)), trailing }),
  scalar,
)
const servers = fc.record({
  members: members(fc.oneof({ weight: 4, arbitrary: stdio }, otherEntry), 4, names),
  trailing,
}) satisfies fc.Arbitrary<Item>

const root = fc
  .tuple(
    members(anything, 2, fc.constantFrom('inputs', '$schema', 'a', 'b')),
    servers,
    fc.boolean(),
    trailing,
  )
  .map(([others, map, isFirst, trailing]): Item => {
    const own = ['mcpServers', map] as const
    return { members: isFirst ? [own, ...others] : [...others, own], trailing }
  })

function members(value: fc.Arbitrary<Item>, maxLength: number, name: fc.Arbitrary<string> = names) {
  return fc.uniqueArray(fc.tuple(name, value), { maxLength, selector: ([each]) => each })
}

const gap = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(lineEnd) },
      fc.constantFrom(
        ' ',
        '  ',
        '\t',
        '/* c */',
        '/**/',
        `// x: {${lineEnd}`,
        `//${lineEnd}`,
        `/* a${lineEnd}b */`,
      ),
    ),
    { maxLength: 3 },
  )
  .map(parts => parts.join(''))

/** Whole files: tidy, tight or wild in their layout, with all that JSONC allows, and byte order mark and line ends of any sort. */
export const file: fc.Arbitrary<GeneratedFile> = fc
  .record({
    root,
    eol: fc.constantFrom('\n', '\r\n', '\r'),
    mark: fc.constantFrom('', '', '\uFEFF'),
    layout: fc.constantFrom('tidy', 'tight', 'spaced', 'wild'),
    unit: fc.constantFrom('  ', '    ', '\t'),
    gaps: fc.array(gap, { minLength: 1, maxLength: 12 }),
    end: fc.constantFrom('', lineEnd, `${lineEnd}${lineEnd}`, ' ', '// end'),
  })
  .map(({ root, eol, mark, layout, unit, gaps, end }) => {
    let turn = 0
    const wild = () => gaps[turn++ % gaps.length] ?? ''
    const print =
      layout === 'wild'
        ? printWild(wild)
        : layout === 'tidy'
          ? printTidy(unit, wild)
          : printRow(layout === 'tight')
    return { text: mark + (print(root, lineEnd) + end).replaceAll(lineEnd, eol) }
  })

type Print = (item: Item, lead: string) => string

function printWild(gap: () => string): Print {
  const print: Print = item => {
    const list = item.items?.map(each => gap() + print(each, '') + gap())
    const object = item.members?.map(
      ([name, value]) => `${gap()}${JSON.stringify(name)}${gap()}:${gap()}${print(value, '')}${gap()}`,
    )
    const inner = list ?? object
    if (inner === undefined) return item.raw ?? 'null'
    const last = item.trailing && inner.length > 0 ? `,${gap()}` : ''
    const body = inner.join(',') + last + (inner.length === 0 ? gap() : '')
    return list ? `[${body}]` : `{${body}}`
  }
  return print
}

/** As editors lay it out, with a comment at the end of some lines, lists in a row. */
function printTidy(unit: string, gap: () => string): Print {
  const print: Print = (item, lead) => {
    if (item.items) return `[${item.items.map(each => print(each, lead)).join(', ')}]`
    if (!item.members) return item.raw ?? 'null'
    if (item.members.length === 0) return gap().length % 2 === 0 ? '{}' : `{${lead}}`
    const inner = lead + unit
    const lines = item.members.map(([name, value], index) => {
      const comma = index < item.members!.length - 1 || item.trailing ? ',' : ''
      const note = gap().length % 3 === 0 ? ' // note' : ''
      return `${inner}${JSON.stringify(name)}: ${print(value, inner)}${comma}${note}`
    })
    return `{${lines.join('')}${lead}}`
  }
  return print
}

function printRow(isTight: boolean): Print {
  const [space, edge] = isTight ? ['', ''] : [' ', ' ']
  const print: Print = item => {
    if (item.items) return `[${item.items.map(each => print(each, '')).join(`,${space}`)}]`
    if (!item.members) return item.raw ?? 'null'
    const inner = item.members.map(([name, value]) => `${JSON.stringify(name)}:${space}${print(value, '')}`)
    return inner.length === 0 ? '{}' : `{${edge}${inner.join(`,${space}`)}${edge}}`
  }
  return print
}
