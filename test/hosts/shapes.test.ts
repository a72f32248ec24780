// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import { describe, expect, it } from 'vitest'
import { maskedEntry } from '../../src/hosts/mask.ts'
import { configOf, foundAt, unwrapPlan, withoutOriginal, wrapText } from './samples.ts'

const own = '"-y", "mcpgraphy@1.2.3", "proxy", "--name"'

/** Wraps, holds what stands there then, and holds that unwrap brings back the same bytes. */
function holds(id: string, before: string, after: string): void {
  const found = foundAt('/shop/x', id)
  const { text } = wrapText(before, found)
  expect(withoutOriginal(text)).toBe(after)
  expect(unwrapPlan(text, {}, found).bytes.toString()).toBe(before)
}

describe('a wrapped entry of Codex', () => {
  it('stands in its table, with its comments and its sub-table', () => {
    holds(
      'codex',
      '[mcp_servers."a.b"]\ncommand = \'x\' # mine\nstartup_timeout_sec = 20.0\n\n[mcp_servers."a.b".env]\nT = "t" # key\n',
      `[mcp_servers."a.b"]\ncommand = "npx" # mine\nargs = [${own}, "a.b", "--", 'x']\nstartup_timeout_sec = 20.0\n\n[mcp_servers."a.b".env]\nT = "t" # key\nMCPGRAPHY_ORIGINAL = "eyJ…"\n`,
    )
  })

  it('stands in one line, or has dots in its names', () => {
    holds(
      'codex',
      '[mcp_servers]\na = { command = "x" }\nb.command = "y"',
      `[mcp_servers]\na = { command = "npx", args = [${own}, "a", "--", "x"], env = { MCPGRAPHY_ORIGINAL = "eyJ…" } }\nb.command = "npx"\nb.args = [${own}, "b", "--", "y"]\nb.env = { MCPGRAPHY_ORIGINAL = "eyJ…" }`,
    )
  })

  it('gets its token by the name of a variable, since Codex hands on only what is listed', () => {
    holds(
      'codex',
      '[mcp_servers.docs]\nurl = "https://x/mcp?a=%2C"\nbearer_token_env_var = "TOKEN"\nhttp_headers = { "X-A" = "1" }\n',
      `[mcp_servers.docs]\ncommand = "npx"\nenv_vars = ["TOKEN"]\nargs = [${own}, "docs", "--url", "https://x/mcp?a=%2C", "--header", "Authorization: Bearer \${TOKEN}"]\nenv = { MCPGRAPHY_ORIGINAL = "eyJ…", MCPGRAPHY_HEADERS = "{\\"X-A\\":\\"1\\"}" }\n`,
    )
  })

  it('that has its headers in a table gets its variables in the place of that table', () => {
    holds(
      'codex',
      '[mcp_servers.docs]\nurl = "https://x/mcp"\n\n[mcp_servers.docs.http_headers]\n# key\nA = "b" # c\n\n[mcp_servers.z]\nlink = 1\n',
      `[mcp_servers.docs]\ncommand = "npx"\nargs = [${own}, "docs", "--url", "https://x/mcp"]\n\n[mcp_servers.docs.env] # c\nMCPGRAPHY_ORIGINAL = "eyJ…"\nMCPGRAPHY_HEADERS = "{\\"A\\":\\"b\\"}"\n\n[mcp_servers.z]\nlink = 1\n`,
    )
  })

  it('is veiled for people in every place where it stands', () => {
    const text =
      '[mcp_servers.a]\ncommand = "x"\n[profiles]\nz = 1\n[mcp_servers.a.env]\nT = "s3cret"\n[mcp_servers.b]\ncommand = "y"'
    const [a] = configOf(text, foundAt('/shop/x', 'codex')).servers
    expect(a && maskedEntry(a)).toBe('[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nT = "•••"')
  })
})

describe('a wrapped entry in YAML', () => {
  it('of Goose keeps the lines of its list', () => {
    holds(
      'goose',
      'extensions:\n  orders: # live\n    cmd: npx\n    args:\n    - -y # yes\n    - "@acme/x"\n    enabled: true\n',
      'extensions:\n  orders: # live\n    cmd: "npx"\n    args:\n    - "-y"\n    - "mcpgraphy@1.2.3"\n    - "proxy"\n    - "--name"\n    - "orders"\n    - "--"\n    - npx\n    - -y # yes\n    - "@acme/x"\n    envs: {MCPGRAPHY_ORIGINAL: "eyJ…"}\n    enabled: true\n',
    )
  })

  it('of Continue stands in a list, with its name', () => {
    holds(
      'continue',
      'mcpServers:\n  - name: web\n    type: sse\n    url: https://x/sse\n  - {name: orders, command: npx, args: [-y, x]}',
      `mcpServers:\n  - name: web\n    type: "stdio"\n    command: "npx"\n    args: [${own}, "web", "--url", "https://x/sse"]\n    env: {MCPGRAPHY_ORIGINAL: "eyJ…"}\n  - {name: orders, command: "npx", args: [${own}, "orders", "--", npx, -y, x], env: {MCPGRAPHY_ORIGINAL: "eyJ…"}}`,
    )
  })

  it('is left alone where it says what stands elsewhere', () => {
    const { servers } = wrapText(
      'extensions:\n  a: &a\n    cmd: x\n  b: *a\n  c:\n    cmd: x\n    args: [*a]\n',
      foundAt('/shop/x', 'goose'),
    )
    expect(servers.map(each => (each.kind === 'left' ? each.why : each.kind))).toEqual([
      'wrap',
      'it is an alias, not an object (line 4, column 6): mend the entry first',
      'its "args" hold an alias (line 7, column 12): mend the entry first',
    ])
  })
})

describe('a wrapped entry of opencode', () => {
  it('has its command and arguments in one list, and its variables under "environment"', () => {
    holds(
      'opencode',
      '{"mcp": {"a": {"type": "local", "command": ["$HOME/go/bin/x", "-y"], "environment": {"T": "{env:T}"}}}}',
      `{"mcp": {"a": {"type": "local", "command": ["npx", ${own}, "a", "--", "$HOME/go/bin/x", "-y"], "environment": {"T": "{env:T}", "MCPGRAPHY_ORIGINAL": "eyJ…"}}}}`,
    )
  })

  it('that had headers has its variables in their place', () => {
    holds(
      'opencode',
      '{"mcp": {"b": {"type": "remote", "url": "https://x/mcp", "headers": {"A": "{env:K}"}, "enabled": true}}}',
      `{"mcp": {"b": {"type": "local", "command": ["npx", ${own}, "b", "--url", "https://x/mcp"], "environment": {"MCPGRAPHY_ORIGINAL": "eyJ…", "MCPGRAPHY_HEADERS": "{\\"A\\":\\"{env:K}\\"}"}, "enabled": true}}}`,
    )
  })
})

describe('a server with an address', () => {
  it('keeps its query byte for byte, its headers go to the environment, and what the protocol sets is left out', () => {
    holds(
      'cursor',
      '{"mcpServers": {"a": {"type": "http", "url": "https://x/mcp?f=a%2Cb", "headers": {"Authorization": "Bearer ${env:T}", "Accept": "text/event-stream"}, "timeout": 60.0}}}',
      `{"mcpServers": {"a": {"type": "stdio", "command": "npx", "args": [${own}, "a", "--url", "https://x/mcp?f=a%2Cb"], "env": { "MCPGRAPHY_ORIGINAL": "eyJ…", "MCPGRAPHY_HEADERS": "{\\"Authorization\\":\\"Bearer \${env:T}\\"}" }, "timeout": 60.0}}}`,
    )
  })

  it('is put through where its host puts in the whole address', () => {
    holds(
      'vscode',
      '{"servers": {"a": {"url": "${input:url}"}}}',
      `{"servers": {"a": {"command": "npx", "args": [${own}, "a", "--url", "\${input:url}"], "env": { "MCPGRAPHY_ORIGINAL": "eyJ…" }}}}`,
    )
  })

  it('of a host that puts in variables only in the environment has its address there', () => {
    holds(
      'amazon-q',
      '{"mcpServers": {"a": {"url": "https://x/${env:P}/mcp"}}}',
      `{"mcpServers": {"a": {"command": "npx", "args": [${own}, "a", "--url", "\${MCPGRAPHY_URL}"], "env": { "MCPGRAPHY_ORIGINAL": "eyJ…", "MCPGRAPHY_URL": "https://x/\${env:P}/mcp" }}}}`,
    )
  })

  it('may stand one level deeper, or have "transport" as a text', () => {
    holds(
      'cline',
      '{"mcpServers": {"a": {"transport": {"type": "streamableHttp", "url": "http://127.0.0.1:3845/mcp"}, "disabled": true}}}',
      `{"mcpServers": {"a": {"transport": {"type": "stdio", "command": "npx", "args": [${own}, "a", "--url", "http://127.0.0.1:3845/mcp"], "env": { "MCPGRAPHY_ORIGINAL": "eyJ…" }}, "disabled": true}}}`,
    )
    holds(
      'cline',
      '{"mcpServers": {"a": {"transport": "http", "url": "https://x/mcp"}}}',
      `{"mcpServers": {"a": {"transport": "stdio", "command": "npx", "args": [${own}, "a", "--url", "https://x/mcp"], "env": { "MCPGRAPHY_ORIGINAL": "eyJ…" }}}}`,
    )
  })

  it('comes back without variable and copy too, from what the entry reaches', () => {
    const found = foundAt('/shop/x', 'cursor')
    const { text } = wrapText(
      '{"mcpServers": {"a": {"type": "http", "url": "https://x/mcp", "headers": {"A": "b"}}}}',
      found,
    )
    const undone = unwrapPlan(text.replace(/"eyJ[\w-]*"/, '"gone"'), {}, found)
    expect(undone.servers).toMatchObject([{ kind: 'undo', from: 'arguments', starts: ['https://x/mcp'] }])
    expect(undone.bytes.toString()).toBe(
      '{"mcpServers": {"a": {"type": "http", "url": "https://x/mcp", "headers": {"A":"b"}}}}',
    )
  })

  it('whose address or headers were changed since is asked about', () => {
    const found = foundAt('/shop/x', 'cursor')
    const before = '{"mcpServers": {"a": {"url": "https://x/mcp", "headers": {"A": "b"}}}}'
    const { text } = wrapText(before, found)
    for (const [was, now] of [
      ['"--url", "https://x/mcp"', '"--url", "https://y/mcp"'],
      ['\\"A\\":\\"b\\"', '\\"A\\":\\"c\\"'],
    ] as const) {
      const changed = text.replace(was, now)
      expect(changed).not.toBe(text)
      expect(unwrapPlan(changed, {}, found).servers).toMatchObject([
        { kind: 'edited', was: ['https://x/mcp'] },
      ])
      expect(unwrapPlan(changed, { whenEdited: 'original' }, found).bytes.toString()).toBe(before)
    }
  })

  it('whose variables the user added to since keeps them', () => {
    const found = foundAt('/shop/x', 'cursor')
    const { text } = wrapText('{"mcpServers": {"a": {"url": "https://x/mcp"}}}', found)
    const changed = text.replace('"env": { ', '"env": { "MINE": "1", ')
    expect(unwrapPlan(changed, {}, found).bytes.toString()).toBe(
      '{"mcpServers": {"a": {"url": "https://x/mcp", "env": { "MINE": "1" }}}}',
    )
  })
})
