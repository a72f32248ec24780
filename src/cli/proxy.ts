import { Command } from 'commander'

/** The help of `proxy`. Running it goes past this parser (see main.ts), which would only cost time. */
export default function proxyCommand(): Command {
  return new Command()
    .usage('[options] -- CMD [ARG...]\n       mcpgraphy proxy [options] --url URL')
    .option('--url <url>', 'a server that is reached by its address, in place of a command')
    .option('--header <header...>', `sent with every request to it: "Name: \${VARIABLE}"`)
    .option('--name <name>', 'what the server is called in modes, adapters and the log')
    .option('--adapter <file>', 'how its resources are read back (else the project’s, else one that fits)')
    .option('--policy <mode>', 'pass, observe, warn or block (else what `mcpgraphy mode` says)')
    .option('--approve <tool...>', 'let a destructive or gated tool through in block mode')
    .option('--db <file>', 'the database (else the one of the project, else the user’s)')
    .option('--project <dir>', 'the project whose .mcpgraphy folder counts')
    .option('--refresh-every <n>', 'renew the model after every n calls', '1')
    .option('--no-hints', 'leave out the line that comes back with reads and actions')
    .option('--structured <what>', 'structured content that hides the line: keep, drop or auto', 'auto')
    .addHelpText('after', help)
}

const help = `
Environment:
  MCPGRAPHY_HEADERS  headers as a JSON object, for values that must not stand in a command line
  MCPGRAPHY_BROWSER  the command that opens the page of a log-in, or "none"

Examples:
  mcpgraphy proxy --name files -- npx -y @modelcontextprotocol/server-filesystem .
  mcpgraphy proxy --name orders --url https://mcp.example.com/mcp --header 'Authorization: Bearer \${ORDERS_TOKEN}'`
