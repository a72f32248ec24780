/** What happened, and what the user can do now. */
interface Words {
  readonly what: string
  readonly now: string
}

/** Facts that a problem's words may use. */
type Facts = Readonly<Record<string, string | number | undefined>>

/**
 * Every problem that stops us, by its code: one sentence for what happened, one for what to do.
 * All texts live here, so that they can be read, compared and improved in one place.
 */
const texts = {
  usage: f => ({ what: `${f.what}.`, now: `${f.now ?? 'See mcpgraphy --help.'}` }),

  // the server behind the proxy
  'no-command': () => ({
    what: 'No server command was given.',
    now: 'Put it behind two dashes: mcpgraphy proxy --name files -- npx -y @modelcontextprotocol/server-filesystem .',
  }),
  'server-not-found': f => ({
    what: `The server's command does not exist: ${f.command}.`,
    now: 'Check its spelling, or give its absolute path: a host often starts with a shorter PATH than your terminal.',
  }),
  'server-not-started': f => ({
    what: `The server could not be started: ${f.command}: ${f.reason}.`,
    now: 'Run the command by itself in a terminal to see what it says.',
  }),
  'server-silent': f => ({
    what: `The server did not answer ${f.method} within ${f.seconds} s.`,
    now: `${f.now ?? 'Run its command by itself in a terminal to see what it says.'}`,
  }),
  'server-refused': f => ({
    what: `The server answered ${f.method} with an error: ${f.reason}.`,
    now: `${f.now ?? 'Run its command by itself in a terminal to see what it says.'}`,
  }),
  'server-ended': f => ({
    what: `The server ended (${f.how}) before it answered: ${f.command}.`,
    now: 'Run its command by itself in a terminal to see what it says.',
  }),

  // a server that is reached by its address
  'url-invalid': f => ({
    what: `The server's address cannot be used: ${f.what}.`,
    now: 'Give one that begins with https:// (or http:// on this machine): mcpgraphy proxy --url https://mcp.example.com/mcp',
  }),
  'header-invalid': f => ({
    what: `${f.where}: ${f.what}.`,
    now: `${f.now}`,
  }),
  'remote-unreachable': f => ({
    what: `No connection to ${f.server}: ${f.reason}.`,
    now: 'Check the address, and whether this machine reaches it: curl -I ADDRESS',
  }),
  'remote-untrusted': f => ({
    what: `The connection to ${f.server} is not secure: ${f.reason}.`,
    now: 'Nothing was sent. If a proxy of your company stands between, let Node trust its certificate: NODE_EXTRA_CA_CERTS=FILE',
  }),
  'redirect-refused': f => ({
    what: `${f.server} sends us on to ${f.where}; what is meant for one server is not sent to another.`,
    now: 'If that is where the server is now, give its address: --url URL',
  }),
  'remote-no-mcp': f => ({
    what: `${f.server} does not answer as an MCP server: ${f.what}.`,
    now: 'Check the address: it often ends with /mcp or /sse.',
  }),
  'remote-broken': f => ({
    what: `The connection to ${f.server} broke before the answer came: ${f.reason}.`,
    now: 'Try it again once the server can be reached.',
  }),
  'remote-failed': f => ({
    what: `${f.server} answered ${f.method} with HTTP ${f.status}${f.said ? `: ${f.said}` : ''}.`,
    now: `${f.now ?? 'Try it again later, or ask whoever runs the server.'}`,
  }),
  'login-needed': f => ({
    what: `${f.server} asks who you are (HTTP ${f.status})${f.reason ? `: ${f.reason}` : ''}.`,
    now: `${f.now ?? 'Give it a key in a header: mcpgraphy proxy --help says how (--header, MCPGRAPHY_HEADERS).'}`,
  }),
  'login-denied': f => ({
    what: `The log-in at ${f.server} failed: ${f.reason}.`,
    now: `${f.now ?? 'The next request begins a new log-in. If it fails again, ask whoever runs the server.'}`,
  }),
  'login-late': f => ({
    what: `Nobody logged in at ${f.server} within ${f.minutes} minutes.`,
    now: 'The next request opens the page in your browser again; its address stands on standard error, too.',
  }),
  'login-unreadable': f => ({
    what: `What was kept of your log-in cannot be read: ${f.file}: ${f.reason}.`,
    now: 'Give your user the right to read it, or delete it and log in again.',
  }),

  // the listener
  'listen-address': f => ({
    what: `--listen takes an address and a port, as in 127.0.0.1:3917, not “${f.address}”.`,
    now: 'Port 0 takes any that is free, and says which.',
  }),
  'not-loopback': f => ({
    what: `The listener opens only to this machine, and ${f.address} could be reached from others.`,
    now: `What it serves may do all that the server may. Listen on 127.0.0.1:${f.port} or [::1]:${f.port}; for another machine put ssh before it: ssh -L ${f.port}:127.0.0.1:${f.port} USER@MACHINE`,
  }),
  'port-in-use': f => ({
    what: `Something listens on ${f.address} already.`,
    now: 'Perhaps an earlier listener still runs. End it, or take another port; port 0 takes any that is free.',
  }),
  'listen-failed': f => ({
    what: `The listener could not open ${f.address}: ${f.reason}.`,
    now: 'Take another port: below 1024 most systems ask for special rights, and not every machine has [::1].',
  }),
  'token-unfit': f => ({
    what: `${f.where} holds no token that can be used: at least 16 letters, digits and -._~+/= without spaces.`,
    now: 'Give another one (openssl rand -hex 32 makes a good one), or none: the listener then makes its own.',
  }),

  // the database
  'engine-unfit': f => ({
    what: `better-sqlite3 ${f.version} is installed, and it cannot run on Node ${f.node}.`,
    now: 'Use Node 22.14 or newer, or install the one that fits this Node: npm install better-sqlite3@12',
  }),
  'engine-missing': f => ({
    what: `SQLite could not be loaded: ${f.reason}.`,
    now: 'Install mcpgraphy again with Node 22.14 or newer, where nothing has to be built. On this Node: npm install-scripts approve better-sqlite3 && npm rebuild better-sqlite3',
  }),
  'database-gone': f => ({
    what: `The database was removed or replaced while it was in use: ${f.file}.`,
    now: 'Calls go through, and nothing is learned. Start the server again (in its host) to begin with what is there now.',
  }),
  'ground-silent': f => ({
    what: `The folder or the database of mcpgraphy did not answer within ${f.seconds} s.`,
    now: 'Calls go through without it. Check the disk or the network drive on which it lies; see mcpgraphy status.',
  }),
  'database-missing': f => ({
    what: `There is no database at ${f.file}.`,
    now: 'It is made at the first call through a wrapped server. If yours lies elsewhere, name it: --db FILE',
  }),
  'database-locked': f => ({
    what: `The database is held by another process: ${f.file}.`,
    now: 'Nothing was written. Close what holds it (a database browser, a backup), then try again.',
  }),
  'database-corrupt': f => ({
    what: `The database cannot be read: ${f.file}: ${f.reason}.`,
    now: 'It was left as it is. Move it away to begin anew, or take out what can be saved: sqlite3 FILE .recover',
  }),
  'database-foreign': f => ({
    what: `This database belongs to another program: ${f.file}.`,
    now: 'It was left as it is. Name a file of our own, or one that does not exist yet: --db FILE',
  }),
  'database-newer': f => ({
    what: `The database is from a newer mcpgraphy: ${f.file} has form ${f.found}, this program knows ${f.known}.`,
    now: 'It was left as it is. Update this program (npx mcpgraphy@latest), or name another file: --db FILE',
  }),
  'database-older': f => ({
    what: `The database has an older form, and it may not be written here: ${f.file}.`,
    now: 'Start a wrapped server once: the proxy brings it up to date.',
  }),
  'database-folder': f => ({
    what: `A folder stands where the database should be: ${f.file}.`,
    now: 'Name a file: --db FILE',
  }),
  'database-link': f => ({
    what: `The database is a link, and is not opened through it: ${f.file}.`,
    now: 'It was left as it is. Remove the link, or name the file itself: --db FILE',
  }),
  'database-unwritable': f => ({
    what: `The database cannot be written: ${f.file}: ${f.reason}.`,
    now: 'Nothing was written. Give your user the right to write the file and its folder, or name another: --db FILE',
  }),
  'database-unreadable': f => ({
    what: `The database cannot be opened: ${f.file}: ${f.reason}.`,
    now: 'Check that the file and its folder can be read and written by your user, and that the disk is sound.',
  }),
  'no-adapter': f => ({
    what: `There is no adapter for ${f.server}, so its resources cannot be read and nothing can be offered.`,
    now: `Draft one and look it over: mcpgraphy adapter init ${f.server} --write, or name its file: --adapter FILE`,
  }),
  'policy-unreadable': f => ({
    what: `The host's policy cannot be read: ${f.file}: ${f.reason}.`,
    now: 'Nothing is carried out. Check the path behind --policy, or leave it out to offer without carrying out.',
  }),
  'policy-invalid': f => ({
    what: `The host's policy ${f.file} is wrong: ${f.what}.`,
    now: 'Nothing is carried out. docs/offers-server.md shows its form.',
  }),
  'journal-unusable': f => ({
    what: `The record of the actions that were carried out cannot be used: ${f.folder}: ${f.reason}.`,
    now: 'Without it a retry could act twice, so nothing is carried out. Give your user the right to write there.',
  }),
  'model-unreachable': f => ({
    what: `No answer from the model's endpoint ${f.address}: ${f.reason}.`,
    now: 'Check OPENAI_BASE_URL and the network. What is done so far is kept: run the same command again to go on.',
  }),
  'model-refused': f => ({
    what: `The model's endpoint ${f.address} refused the request (${f.status}): ${f.reason}.`,
    now: 'Check OPENAI_API_KEY, --model, and what your account may use. What is done so far is kept: the same command goes on.',
  }),
  'model-unclear': f => ({
    what: `The answer of ${f.address} is no chat completion.`,
    now: 'Check that OPENAI_BASE_URL ends where /chat/completions begins, for example https://api.openai.com/v1',
  }),
  'prices-unreadable': f => ({
    what: `The price table ${f.file} cannot be used: ${f.reason}.`,
    now: 'Give dollars for a million tokens: {"MODEL": {"input": 1, "cached_input": 0.1, "output": 4}}',
  }),
  'record-other': f => ({
    what: `The folder ${f.folder} holds a run with another ${f.what}: ${f.had}, not ${f.wanted}.`,
    now: 'Go on with that run by the same options, or begin one elsewhere: --out FOLDER',
  }),
  'record-unusable': f => ({
    what: `The record of the run in ${f.folder} cannot be used: ${f.reason}.`,
    now: 'Give your user the right to write there, or begin a run elsewhere: --out FOLDER',
  }),
  'server-unseen': f => ({
    what: `The log has nothing of a server called ${f.server}.`,
    now: f.known ? `It knows: ${f.known}` : 'Its proxy writes the first entry at the first call.',
  }),
  'disk-full': f => ({
    what: `The disk is full: ${f.file} could not be written.`,
    now: 'What was there before is as it was. Free some space; nothing else is needed.',
  }),

  'nothing-learned': f => ({
    what: `Nothing was learned yet: there is no evidence in ${f.database}.`,
    now: 'Use a wrapped server for a while (mcpgraphy wrap shows how), or see the whole story: mcpgraphy demo',
  }),
  'resource-unseen': f => ({
    what: `${f.resource} was never seen on the server ${f.server}.`,
    now: f.some
      ? `Resources that were: ${f.some}.`
      : 'No resource was seen yet: the server may have no adapter, see mcpgraphy status.',
  }),

  'trace-invalid': f => ({
    what: `${f.file}, line ${f.line}: ${f.what}.`,
    now: 'A trace has one JSON object a line: {"stream", "task", "tool", "args", "before", "after", "err"}; see docs/learning.md.',
  }),
  'trace-unreadable': f => ({
    what: `The trace cannot be read: ${f.file}: ${f.reason}.`,
    now: 'Check that the file exists and that your user may read it; it may be gzipped.',
  }),
  'no-run': () => ({
    what: 'No run of the benchmark is kept.',
    now: 'Make one: mcpgraphy benchmark run --suite stateful-v1 --seed 42',
  }),
  'run-unreadable': f => ({
    what: `The run cannot be read: ${f.file}: ${f.reason}.`,
    now: 'Name the file of a run, or make one: mcpgraphy benchmark run',
  }),
  'no-sandbox': f => ({
    what: `${f.server} was not said to be a sandbox (${f.missing}), so nothing was tried on it.`,
    now: 'If nothing in it matters, say so in its adapter ("sandbox", see docs/adapters.md), and run: mcpgraphy learn --server NAME --adapter FILE --sandbox -- CMD',
  }),
  'reset-failed': f => ({
    what: `The sandbox could not be set back: ${f.command}: ${f.reason}.`,
    now: 'What was learned so far is kept. Run the command by itself to see what it says.',
  }),
  'demo-folder': f => ({
    what: `${f.folder} is not empty, and what is in it is not from a demo.`,
    now: 'It was left alone. Name an empty folder, or none: the demo then makes one.',
  }),
  'demo-failed': f => ({
    what: `The demo could not start the filesystem server: ${f.reason}.${f.said ? ` It said: ${f.said}` : ''}`,
    now: 'Without a copy of the server beside it, the demo fetches it with npx: check that npx works here.',
  }),

  // adapters
  'adapter-not-found': f => ({
    what: `There is no adapter at ${f.path}.`,
    now: 'Check the path, draft one from the live server (mcpgraphy adapter init), or see what is bundled: mcpgraphy adapter list',
  }),
  'adapter-not-kept': f => ({
    what: `The project keeps no adapter for ${f.server}: there is no ${f.path}.`,
    now: `Draft one first: mcpgraphy adapter init ${f.server} --write`,
  }),
  'adapter-exists': f => ({
    what: `There is an adapter for ${f.server} already, and it says something else: ${f.path}.`,
    now: 'It was left as it is. To replace it: --write --force',
  }),
  'tools-unknown': f => ({
    what: f.server
      ? `Nobody has seen the tools of ${f.server} yet.`
      : 'Nobody has seen the tools of any server here.',
    now: `Use it through mcpgraphy once, or let it be started now: mcpgraphy tools ${f.server || 'SERVER'} --start`,
  }),
  'tools-unreadable': f => ({
    what: `No tools can be read from ${f.path}: ${f.reason}.`,
    now: 'Give the result of a tools/list request: {"tools": [...]}',
  }),
  'adapter-unreadable': f => ({
    what: `The adapter cannot be read: ${f.path}: ${f.reason}.`,
    now: 'Give your user the right to read the file, or name another: --adapter FILE',
  }),
  'adapter-invalid': f => ({
    what: `${f.path}, line ${f.line}, column ${f.column}: ${f.what}.${f.more ? ` (${f.more} more like this.)` : ''}`,
    now: `${f.now} To see everything that is wrong: mcpgraphy adapter check ${f.path}`,
  }),
  'adapter-unaccepted': f => ({
    what: `The adapter ${f.path} came with the project and names tools to call; it is not used until you have accepted it.`,
    now: 'Read it, and if it says what you want: mcpgraphy mode --accept',
  }),
  'adapter-unfit': f => ({
    what: `The adapter ${f.adapter} does not fit this server: ${f.what}. That part of it is left out.`,
    now: `${f.now}`,
  }),

  // configs, and the folder of a project
  'host-variable': f => ({
    what: `Only its host can fill in ${f.variable} of the server ${f.server}.`,
    now: 'Set it in the environment and run this again, or give the command that starts the server behind two dashes.',
  }),
  'config-folder': f => ({
    what: `A folder stands where a config file should be: ${f.file}.`,
    now: 'Nothing was changed. Move the folder away, or name the file that you mean: --config FILE',
  }),
  'config-link': f => ({
    what: `${f.file} is a link to a file that does not exist.`,
    now: 'Nothing was changed. Mend the link or remove it.',
  }),
  'config-loop': f => ({
    what: `${f.file} is a link that leads back to itself.`,
    now: 'Nothing was changed. Remove the link, or let it lead to a file.',
  }),
  'config-odd': f => ({
    what: `${f.file} is no regular file but a pipe, a device or the like.`,
    now: 'Nothing was changed, and nothing was read from it. Name the file that you mean: --config FILE',
  }),
  'config-unreadable': f => ({
    what: `${f.file} cannot be read: ${f.reason}.`,
    now: 'Check that it exists and that your user may read it.',
  }),
  'config-encoding': f => ({
    what: `${f.file} is ${f.encoding}; configs are UTF-8.`,
    now: 'Nothing was changed. Save it as UTF-8 in your editor, then run the command again.',
  }),
  'config-broken': f => ({
    what: `${f.file}, line ${f.line}, column ${f.column}: ${f.why}.`,
    now: 'Nothing was changed. Mend that line, then run the command again.',
  }),
  'config-shape': f => ({
    what: `${f.file}, line ${f.line}, column ${f.column}: ${f.where} should be an ${f.wanted ?? 'object'} and is ${f.what}.`,
    now: 'Nothing was changed. Mend that place, then run the command again.',
  }),
  'config-double': f => ({
    what: `${f.file}, line ${f.line}, column ${f.column}: "${f.name}" stands there twice, and hosts differ in which one counts.`,
    now: 'Nothing was changed. Remove one of the two, then run the command again.',
  }),
  'edit-wrong': f => ({
    what: `The change of ${f.file} would touch more than the server ${f.server}.`,
    now: 'Nothing was changed. This is a fault of ours: please report it with that entry of the file.',
  }),
  'file-changed': f => ({
    what: `${f.file} was changed by something else in the meantime.`,
    now: 'Nothing was written. Run the command again: it shows the change as it would be now.',
  }),
  'file-not-written': f => ({
    what: `${f.file} could not be written: ${f.reason}.`,
    now: `It ${f.before ?? 'holds what it held before'}. Check that your user may write the file and its folder.`,
  }),
  'folder-not-made': f => ({
    what: `The folder ${f.folder} could not be made: ${f.reason}.`,
    now:
      f.of === 'project'
        ? 'Check that your user may write in the folder of the project.'
        : 'Check that your user may write where it belongs, or name another place: MCPGRAPHY_HOME=DIR',
  }),
  'own-link': f => ({
    what: `${f.file} is a link, and mcpgraphy follows none to its own files: a cloned project could lead it anywhere with one.`,
    now: 'Nothing was read or written through it. Remove the link, then run the command again.',
  }),
  'own-folder': f => ({
    what: `${f.folder} is no folder, and mcpgraphy keeps its files in a folder of that name.`,
    now: 'It was left as it is. Move it away, then run the command again.',
  }),
  'home-untrusted': f => ({
    what: `${f.variable} puts your own folder of mcpgraphy at ${f.path}, which ${f.why}: what lies there is not taken for yours.`,
    now: `${f.instead} counts instead. Another place must be an absolute path outside of every project.`,
  }),
  'copies-invalid': f => ({
    what: `${f.file} cannot be used: ${f.what}. It holds copies of what was replaced in your configs.`,
    now: 'Nothing was written. Move it away, then run the command again; unwrap has two other ways back.',
  }),
  'modes-invalid': f => ({
    what: `${f.file} cannot be used: ${f.what}.`,
    now: 'Until it is mended, what you accepted last holds, else warn. Mend that place, or write the file anew: mcpgraphy mode SERVER MODE --reset',
  }),
  'modes-unaccepted': f => ({
    what: `${f.file} did not come from your own commands: it may only make things stricter, and what it approves does not count.${f.held ? ` What you accepted before still holds: ${f.held}.` : ''}`,
    now: 'Read it, and if it says what you want: mcpgraphy mode --accept',
  }),
  'modes-gone': f => ({
    what: `${f.file} is gone, and you had accepted stricter modes from it, which still hold: ${f.held}.`,
    now: 'Set the mode that you want: mcpgraphy mode SERVER MODE. Or let there be none: mcpgraphy mode --accept',
  }),
  'adapter-file-unreadable': f => ({
    what: `The adapter ${f.file} cannot be read: ${f.reason}.`,
    now: 'Check that it is a file that your user may read.',
  }),
} satisfies Record<string, (facts: Facts) => Words>

export type ProblemCode = keyof typeof texts

/** What stops us, told so that the reader knows what happened and what to do now. */
export class Problem extends Error {
  readonly code: ProblemCode
  /** What the user can do now: one sentence. */
  readonly now: string

  constructor(code: ProblemCode, facts: Facts = {}, options: { cause?: unknown } = {}) {
    const words = texts[code](facts)
    super(words.what, options)
    this.name = 'Problem'
    this.code = code
    this.now = words.now
  }
}

/** A thrown value in one line, for a message that quotes it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
