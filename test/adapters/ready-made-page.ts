import { readFileSync } from 'node:fs'
import { loadAdapter } from '../../src/adapter/load.ts'
import { bundledAdapters, type ReadyMade } from '../../src/adapter/ready-made.ts'
import { parseJsonc } from '../../src/jsonc.ts'

/** The page for users about the adapters that come along, as their files say it. */
export function readyMadePage(): string {
  const rows = bundledAdapters().map(rowOf)
  return `${head}\n${rows.join('\n')}\n${tail}`
}

function rowOf(each: ReadyMade): string {
  const { resources } = loadAdapter(each.path)
  const reads = resources.map(rule => `${rule.resourceClass} (\`${rule.observationTool}\`)`).join(', ')
  const verified = `${howWords[each.how]}, ${each.on}, version ${each.version}`
  return `| ${each.name} | \`${each.package}\` | ${verified} | ${reads || 'nothing'} | ${noteIn(each.path)} |`
}

const howWords = { live: 'live', answers: 'recorded answers', tools: 'its list of tools' }

/** What an adapter file says of itself, in its `//`. */
function noteIn(path: string): string {
  const parsed = parseJsonc(readFileSync(path, 'utf8')) as unknown as { value: { '//': string } }
  return parsed.value['//'].replaceAll('|', '\\|')
}

const head = `# Ready-made adapters

mcpgraphy comes with adapters for the servers below. There is nothing to switch on: when a server lists its tools, the proxy
takes the adapter that is made for them. \`mcpgraphy adapter list\` shows them, \`mcpgraphy adapter show git\` prints one, and an
adapter of your own in \`.mcpgraphy/adapters/\` comes first.

**How one is chosen.** By the tools that the server lists when it runs, never by its name in your config: a server called
\`docker\` may be another one, and most run in whatever version is newest. A tool counts where it still takes the parameters
that it required when the adapter was made. At least three tools (or all, of a server with fewer) and six in ten of what the
server lists must be known, and at least one of the adapter's classes must be readable. A class whose reading tool is missing,
as with GitHub's toolsets, is left out, and the proxy says so on standard error.

**Verified** says how: *live*, the server ran and its tools were called; *recorded answers*, the adapter was held against
answers of the server that were kept, some of them from a stand-in for the service behind it; *its list of tools*, no answer
was seen for want of an account or a browser, so the fields that it reads follow the server's source or the service's
documentation. Try such a one before you trust it: [\`adapter check --live\`](adapters.md) reads one resource and shows its state.

**Servers that only read** are left in peace: nothing is read around their calls, and none is ever refused. That is said of
context7 and sequential-thinking, and of every server each of whose tools only reads by its name and its hints, such as fetch.

| adapter | package | verified | reads | what to know, and what cannot be seen |
| --- | --- | --- | --- | --- |`

const tail = `
## What has no adapter, and why

- **The hosted servers of Atlassian, Linear, Stripe and Vercel**, which list their tools only after a login: what stands above
  for these services is made for packages from npm.
- **\`@modelcontextprotocol/server-gitlab\`**, which lists its tools without parameters, and
  **\`@aashari/mcp-server-atlassian-jira\`**, whose five tools take any path: there is nothing to name a resource by.
- **\`linear-mcp-server\`**, which has no tool that reads one issue back.
- **\`mcp-sqlite\`** was not verified, and servers with free SQL in general name no resource in their arguments.

For these, and for your own servers: [adapters.md](adapters.md). What five of the servers above taught: [gallery](gallery/README.md).
`
