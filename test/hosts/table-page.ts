import {
  type Base,
  type CommonBase,
  type Expansion,
  type Host,
  type HostFile,
  hosts,
} from '../../src/hosts/table.ts'

/** The page of all hosts, made from the rows of the table. */
export function tablePage(): string {
  const written = hosts.filter(({ files }) => files.some(file => file.untouched === undefined))
  const untried = hosts.filter(host => !written.includes(host))
  return `${intro}
${written.map(section).join('\n')}
## Listed, and not written

${untried.map(({ name, files }) => `- **${name}**: ${[...new Set(files.map(placeOf))].join(', ')}. Nobody has tried yet what it makes of a changed entry.`).join('\n')}
`
}

const intro = `# Hosts and their files

Made from the rows in \`src/hosts/rows\`; a test compares. To make it anew: \`npx vitest run test/hosts/table-page.test.ts -u\`.

\`$NAME/…\` stands for a folder that the host takes from that variable, where it is set. In a file of the project the
proxy is started by npx or from the project's own dependency; in a file of the user by its full path.
`

function section(host: Host): string {
  const files = host.files.filter(file => file.untouched === undefined)
  const looked = host.files.filter(file => file.untouched !== undefined)
  const rows = files.map(
    file =>
      `| ${file.scope} | ${placeOf(file)} | ${serversOf(file)} | ${syntaxOf(file)} | ${where(file.expands)} |`,
  )
  const facts = [
    `Variables: ${host.variables === undefined ? 'none' : code(host.variables)}.`,
    `When it writes its file: ${host.rewrites}.`,
    `Afterwards: ${host.restart}.`,
    ...(files.some(file => file.quitFirst) ? [quitWords(files)] : []),
    ...(host.asksAgain === undefined ? [] : [`${host.asksAgain}.`]),
    ...(host.nearestWins ? ['Of several entries with one name, the nearest file’s is started.'] : []),
    ...(files.some(file => file.filtersEnv)
      ? ['It hands on only a few variables of its own environment.']
      : []),
    ...(host.alsoReadBy === undefined
      ? []
      : [`Its project file is also read by ${host.alsoReadBy.join(', ')}.`]),
    ...(looked.length === 0 ? [] : [`Looked at only: ${looked.map(placeOf).join(', ')}.`]),
  ]
  return `## ${host.name}

\`--host ${host.id}\`

| scope | file | servers | syntax | variables are put in |
| --- | --- | --- | --- | --- |
${[...new Set(rows)].join('\n')}

${facts.map(fact => `- ${fact}`).join('\n')}
`
}

function quitWords(files: readonly HostFile[]): string {
  const places = [...new Set(files.filter(file => file.quitFirst).map(placeOf))]
  return `Close it before this file is changed, since it writes it from memory: ${places.join(', ')}.`
}

const systems: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'macOS',
  win32: 'Windows',
  linux: 'Linux',
}

function placeOf({ base, path, on }: HostFile): string {
  const system = on === undefined ? '' : ` (${on.map(each => systems[each]).join(', ')})`
  const places = foldersOf(base).map(folder => code([folder, ...path].filter(each => each !== '').join('/')))
  return `${places.join(', else ')}${system}`
}

function foldersOf(base: Base): string[] {
  if (typeof base === 'string') return [common[base]]
  const [otherwise, ...path] = base.otherwise ?? []
  return [`$${base.variable}`, ...(otherwise === undefined ? [] : [[common[otherwise], ...path].join('/')])]
}

const common: Record<CommonBase, string> = {
  project: '',
  home: '~',
  config: '~/.config',
  appData: '%APPDATA%',
  localAppData: '%LOCALAPPDATA%',
  macSupport: '~/Library/Application Support',
}

function serversOf({ servers, alsoServers = [], flat }: HostFile): string {
  const ways = [servers, ...alsoServers].map(steps =>
    code(
      steps
        .map(step =>
          typeof step === 'string' ? step : 'every' in step ? `[${step.every}]` : `[${step.namedBy}]`,
        )
        .join(' › '),
    ),
  )
  return [...ways, ...(flat ? ['the root'] : [])].join(', ')
}

function syntaxOf({ syntax = 'json', strict, refusesMark }: HostFile): string {
  if (syntax !== 'json') return syntax.toUpperCase()
  const how =
    strict === undefined
      ? 'JSON with comments'
      : strict === 'json'
        ? 'strict JSON'
        : 'JSON with comments, no trailing commas'
  return refusesMark ? `${how}, no byte order mark` : how
}

function where(expands: Expansion = 'everywhere'): string {
  return { everywhere: 'everywhere', env: 'in the environment and headers', nowhere: 'nowhere' }[expands]
}

function code(text: string): string {
  return `\`${text}\``
}
