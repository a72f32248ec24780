// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import { describe, expect, it } from 'vitest'
import { embeddedIn } from '../../src/hosts/embed.ts'
import { planWrap } from '../../src/hosts/plan.ts'
import { json } from '../../src/hosts/syntax/json.ts'
import { configOf, foundAt, proxyFor, unwrapPlan, withoutOriginal, wrapText } from './samples.ts'

describe('a wrapped entry', () => {
  it('starts the proxy, which starts the server exactly as before', () => {
    const { text } = wrapText(
      '{ "mcpServers": { "orders": { "command": "npx", "args": ["-y", "@acme/orders-mcp"], "env": { "TOKEN": "${TOKEN}" } } } }',
    )
    expect(withoutOriginal(text)).toBe(
      '{ "mcpServers": { "orders": { "command": "npx", "args": ["-y", "mcpgraphy@1.2.3", "proxy", "--name", "orders", "--", "npx", "-y", "@acme/orders-mcp"], ' +
        '"env": { "TOKEN": "${TOKEN}", "MCPGRAPHY_ORIGINAL": "eyJ…" } } } }',
    )
  })

  const layouts: [what: string, before: string, after: string][] = [
    [
      'two spaces, lists over lines',
      '{\n  "mcpServers": {\n    "a": {\n      "command": "npx",\n      "args": [\n        "-y",\n        "x"\n      ]\n    }\n  }\n}\n',
      '{\n  "mcpServers": {\n    "a": {\n      "command": "npx",\n      "args": [\n        "-y",\n        "mcpgraphy@1.2.3",\n        "proxy",\n        "--name",\n        "a",\n        "--",\n        "npx",\n        "-y",\n        "x"\n      ],\n      "env": {\n        "MCPGRAPHY_ORIGINAL": "eyJ…"\n      }\n    }\n  }\n}\n',
    ],
    [
      'tabs and CRLF, no arguments',
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}',
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {\r\n\t\t\t"command": "npx",\r\n\t\t\t"args": ["-y", "mcpgraphy@1.2.3", "proxy", "--name", "a", "--", "x"],\r\n\t\t\t"env": {\r\n\t\t\t\t"MCPGRAPHY_ORIGINAL": "eyJ…"\r\n\t\t\t}\r\n\t\t}\r\n\t}\r\n}',
    ],
    [
      'an empty environment over lines, and a trailing comma',
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x",\n      "args": [],\n      "env": {\n      },\n    }\n  }\n}',
      '{\n  "mcpServers": {\n    "a": {\n      "command": "npx",\n      "args": ["-y", "mcpgraphy@1.2.3", "proxy", "--name", "a", "--", "x"],\n      "env": {\n        "MCPGRAPHY_ORIGINAL": "eyJ…"\n      },\n    }\n  }\n}',
    ],
    [
      'everything on one line',
      '{"mcpServers":{"a":{"command":"x","env":{"T":"1"}}}}',
      '{"mcpServers":{"a":{"command":"npx","args": ["-y", "mcpgraphy@1.2.3", "proxy", "--name", "a", "--", "x"],"env":{"T":"1", "MCPGRAPHY_ORIGINAL": "eyJ…"}}}}',
    ],
  ]
  it.each(layouts)('looks at home: %s', (_what, before, after) => {
    const { text } = wrapText(before)
    expect(withoutOriginal(text)).toBe(after)
    expect(unwrapPlan(text).bytes.toString()).toBe(before)
  })

  it('keeps the raw text of the arguments, so that the host expands its variables and no escape changes', () => {
    const { text } = wrapText(
      '{"mcpServers":{"a":{"command":"${HOME}\\/bin","args":["${env:X}","caf\\u00e9","$Y"]}}}',
    )
    expect(text).toContain('"--", "${HOME}\\/bin", "${env:X}", "caf\\u00e9", "$Y"]')
  })

  it('keeps keys that we do not know, and numbers as they are printed', () => {
    const { text } = wrapText(
      '{"mcpServers":{"a":{"timeout":60.0,"x":{"y":1e400},"command":"x","alwaysAllow":["t"]}}}',
    )
    expect(text).toMatch(
      /^\{"mcpServers":\{"a":\{"timeout":60\.0,"x":\{"y":1e400\},"command":"npx",.*,"alwaysAllow":\["t"\]\}\}\}$/,
    )
  })

  it('carries the raw text of what was replaced, in letters that no host expands', () => {
    const { text } = wrapText('{"mcpServers":{"a":{"command":"c\\u00e9","args":[ "$X" ],"env":{}}}}')
    const value = /"MCPGRAPHY_ORIGINAL": "([^"]*)"/.exec(text)?.[1] ?? ''
    expect(value).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(embeddedIn(value, json)).toEqual({
      kind: 'original',
      original: { command: '"c\\u00e9"', args: '[ "$X" ]', addedEnv: false, emptyEnv: true },
    })
  })

  it('carries only a digest where the original is over 8 KB, since Windows bounds the environment', () => {
    const long = JSON.stringify('x'.repeat(9000))
    const { text, servers } = wrapText(`{"mcpServers":{"a":{"command":"x","args":[${long}]}}}`)
    const value = /"MCPGRAPHY_ORIGINAL": "([^"]*)"/.exec(text)?.[1] ?? ''
    expect(value.length).toBeLessThan(200)
    const [plan] = servers
    const original = plan?.kind === 'wrap' ? plan.original : undefined
    const undone = unwrapPlan(text, { copyOf: () => original })
    expect(undone.bytes.toString()).toBe(`{"mcpServers":{"a":{"command":"x","args":[${long}]}}}`)
  })
})

describe('what is left alone, each with its reason', () => {
  const cases: [entry: string, why: string][] = [
    [
      '{"type":"http","url":"https://mcp.notion.com/mcp"}',
      'mcp.notion.com asks for a log-in, and that is kept by the host; with --remote mcpgraphy logs in in its place',
    ],
    [
      '{"url":"https://x/mcp","oauth":{"clientId":"a"}}',
      'its "oauth" says that the host logs in; with --remote mcpgraphy logs in in its place',
    ],
    [
      '{"url":"https://x/mcp","headersHelper":"/bin/token"}',
      'a program makes its headers ("headersHelper"), which only the host can run',
    ],
    ['{"type":"ws","url":"https://x/mcp"}', 'it is reached by ws, which we do not speak'],
    ['{"url":"x/mcp"}', 'its address does not begin with http:// or https://'],
    ['{"url":""}', 'its address is empty: mend the entry first'],
    ['{"url":"https://x","headers":{"A":1}}', 'its header "A" is no text: mend the entry first'],
    ['{"link":"https://x"}', 'it has neither a command nor an address'],
    ['"npx"', 'it is a string, not an object: mend the entry first'],
    ['{"command":["npx","x"]}', 'its "command" is an array: mend the entry first'],
    ['{"command":""}', 'its "command" is empty: mend the entry first'],
    ['{"command":"x","args":"-y"}', 'its "args" is a string: mend the entry first'],
    ['{"command":"x","args":["a",1]}', 'its "args" hold a number: mend the entry first'],
    ['{"command":"x","env":["A=1"]}', 'its "env" is an array: mend the entry first'],
    ['{"command":"x","url":"https://x"}', 'it has both a command and an address: mend the entry first'],
    ['{"command":"x","command":"y"}', '"command" stands in it twice: mend the entry first'],
    [
      '{"command":"x","env":{"MCPGRAPHY_ORIGINAL":"?"}}',
      'it still holds MCPGRAPHY_ORIGINAL from an earlier wrap: unwrap it first, or remove that line',
    ],
  ]
  it.each(cases)('%s', (entry, why) => {
    const { text, servers } = wrapText(`{"mcpServers":{"odd":${entry},"good":{"command":"x"}}}`)
    const bare = (text: string) => text.replace(/ \(line 1, column \d+\)/, '')
    expect(servers.map(each => (each.kind === 'left' ? bare(each.why) : each.kind))).toEqual([why, 'wrap'])
    expect(text).toContain(`{"mcpServers":{"odd":${entry},"good":`)
  })

  it('with the line and the column of what is wrong in it', () => {
    const places: [entry: string, place: string][] = [
      ['"npx"', 'line 3, column 9'],
      ['{"command": ["npx"]}', 'line 3, column 21'],
      ['{"command": "x",\n"args": ["a", 1]}', 'line 4, column 15'],
      ['{"command": "x",\n"command": "y"}', 'line 4, column 1'],
      ['{"url": "https://x", "headers": {"A": 1}}', 'line 3, column 47'],
    ]
    for (const [entry, place] of places) {
      const { servers } = wrapText(`{\n"mcpServers": {\n "odd": ${entry}}}`)
      expect(servers).toMatchObject([{ why: expect.stringContaining(`(${place}): mend the entry first`) }])
    }
  })

  it('every server, where a policy forbids it', () => {
    const plan = planWrap(configOf('{"mcpServers":{"a":{"command":"x"}}}'), {
      proxyFor,
      wants: () => true,
      forbidden: 'an administrator said so',
    })
    expect(plan.servers).toMatchObject([{ kind: 'left', why: 'an administrator said so' }])
    expect(plan.bytes.toString()).toBe('{"mcpServers":{"a":{"command":"x"}}}')
  })
})

describe('an entry is recognised as wrapped', () => {
  const forms: [what: string, entry: string][] = [
    [
      'by npx with a version',
      '{"command":"npx","args":["-y","mcpgraphy@0.0.9","proxy","--name","a","--","x"]}',
    ],
    ['by the name alone', '{"command":"mcpgraphy","args":["proxy","--","x"]}'],
    ['in the older spelling', '{"command":"npx","args":["mcpgraphy","wrap","--adapter","a.json","--","x"]}'],
    ['by its path', '{"command":"/p/node_modules/.bin/mcpgraphy","args":["proxy","--name","a","--","x"]}'],
    [
      'by npx as a script',
      '{"command":"/n/node","args":["/n/npx-cli.js","-y","mcpgraphy@1.0.0","proxy","--name","a","--","x"]}',
    ],
    [
      'by cmd on Windows',
      '{"command":"cmd","args":["/c","npx","-y","mcpgraphy@1.0.0","proxy","--name","a","--","x"]}',
    ],
    [
      'by a path of node_modules',
      '{"command":"/usr/bin/node","args":["/p/node_modules/mcpgraphy/dist/cli.js","proxy","--name","a","--","x"]}',
    ],
    [
      'by a Windows path',
      '{"command":"C:\\\\node.exe","args":["C:\\\\p\\\\mcpgraphy\\\\dist\\\\cli.js","proxy","--name","a","--","x"]}',
    ],
  ]
  it.each(forms)('%s', (_what, entry) => {
    expect(wrapText(`{"mcpServers":{"a":${entry}}}`).servers).toMatchObject([{ kind: 'wrapped' }])
    expect(unwrapPlan(`{"mcpServers":{"a":${entry}}}`).bytes.toString()).toBe(
      '{"mcpServers":{"a":{"command":"x"}}}',
    )
  })

  const lookalikes: [what: string, entry: string][] = [
    [
      'the Python program of our name',
      '{"command":"uvx","args":["mcpgraphy","wrap","--adapter","a.json","--","x"]}',
    ],
    ['the same by its name alone', '{"command":"mcpgraphy","args":["wrap","--adapter","a.json","--","x"]}'],
    [
      'a script in a folder of our name',
      '{"command":"node","args":["/src/mcpgraphy/tool.js","proxy","--","x"]}',
    ],
    ['a checkout of anything', '{"command":"node","args":["/p/dist/cli.js","proxy","--name","a","--","x"]}'],
    ['a container', '{"command":"docker","args":["run","-i","mcpgraphy","proxy","--","x"]}'],
  ]
  it.each(lookalikes)('and of %s nobody says so but its user', (_what, entry) => {
    const text = `{"mcpServers":{"a":${entry}}}`
    const wrapped = wrapText(text)
    expect(wrapped.servers).toMatchObject([
      { kind: 'left', why: expect.stringMatching(/^it looks as if it went through mcpgraphy already/) },
    ])
    expect(wrapped.text).toBe(text)
    for (const whenEdited of ['leave', 'original'] as const) {
      const plan = unwrapPlan(text, { whenEdited })
      expect(plan.servers).toMatchObject([{ kind: 'unsure', now: ['x'] }])
      expect(plan.bytes.toString()).toBe(text)
    }
    expect(unwrapPlan(text, { whenEdited: 'current' }).bytes.toString()).toBe(
      '{"mcpServers":{"a":{"command":"x"}}}',
    )
  })

  const others: [what: string, entry: string][] = [
    ['another proxy', '{"command":"geo","args":["mcp","proxy","--name","a","--","x"]}'],
    ['mcp-proxy', '{"command":"npx","args":["mcp-proxy","--","x"]}'],
    ['a server that is about us', '{"command":"npx","args":["-y","mcpgraphy-notes"]}'],
    ['one with our words as data', '{"command":"node","args":["server.js","proxy","--","mcpgraphy"]}'],
  ]
  it.each(others)('and %s is not', (_what, entry) => {
    expect(wrapText(`{"mcpServers":{"a":${entry}}}`).servers).toMatchObject([{ kind: 'wrap' }])
  })
})

describe('where servers stand', () => {
  it('VS Code keeps them under "servers", beside its inputs', () => {
    const found = foundAt('/shop/.vscode/mcp.json', 'vscode')
    const { text } = wrapText(
      '{\n\t"inputs": [],\n\t"servers": {"a": {"type": "stdio", "command": "x", "args": ["${input:key}"]}}\n}',
      found,
    )
    expect(text).toContain('"type": "stdio", "command": "npx"')
    expect(text).toContain('"--", "x", "${input:key}"]')
  })

  it('Claude Code also takes them at the root of .mcp.json', () => {
    expect(wrapText('{"a":{"command":"x"}}').servers).toMatchObject([{ kind: 'wrap' }])
  })

  it('of a file that keeps them for each project, every map is read', () => {
    const base = foundAt('/home/ada/.claude.json')
    const found = {
      ...base,
      file: { ...base.file, servers: ['projects', { every: 'project' }, 'mcpServers'] },
    }
    const config = configOf(
      '{"projects":{"/a.b":{"mcpServers":{"x":{"command":"1"}}},"/c":{},"/d":{"mcpServers":{"x":{"command":"2"}}}}}',
      found,
    )
    expect(config.servers.map(each => each.at)).toEqual([
      ['projects', '/a.b', 'mcpServers', 'x'],
      ['projects', '/d', 'mcpServers', 'x'],
    ])
  })
})
