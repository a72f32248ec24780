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
    .option('--user', 'the user’s own folder counts, wherever this is started')
    .option('--refresh-every <n>', 'renew the model after every n calls', '1')
    .option('--no-hints', 'leave out the line that comes back with reads and actions')
    .option('--structured <what>', 'structured content that hides the line: keep, drop or auto', 'auto')
    .option('--listen <address>', 'serve several hosts over HTTP: 127.0.0.1:PORT (0 takes a free one)')
    .option('--share', 'one server for all of them, instead of one for each session')
    .option('--allow-origin <origin...>', 'let web pages of this origin in')
    .option('--idle-minutes <n>', 'end a session that nobody used for so long', '30')
    .option('--max-sessions <n>', 'sessions at one time', '64')
    .option('--max-body-mb <n>', 'the longest message that a host may send', '100')
    .addHelpText('after', help)
}

const help = `
Environment:
  MCPGRAPHY_HEADERS  headers as a JSON object, for values that must not stand in a command line
  MCPGRAPHY_TOKEN    the token that hosts of a listener need (else one is made and kept in a file)
  MCPGRAPHY_BROWSER  the command that opens the page of a log-in, or "none"

Examples:
  mcpgraphy proxy --name files -- npx -y @modelcontextprotocol/server-filesystem .
  mcpgraphy proxy --name files --listen 127.0.0.1:3917 -- npx -y @modelcontextprotocol/server-filesystem .
  mcpgraphy proxy --name orders --url https://mcp.example.com/mcp --header 'Authorization: Bearer \${ORDERS_TOKEN}'`
