// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { marks, planted, secrets } from '../hosts/planted.ts'
import { newPlace, type Place } from './shell.ts'

let place: Place

const [secret] = secrets as [string]

/** Every place of a command line, and those that an entry has besides it. */
const entries = [
  ...planted.map((words, index) => ({
    command: 'no-such-program',
    args: words(secrets[index % secrets.length] ?? ''),
  })),
  { command: 'no-such-program', env: { ANY: secret, OTHER: `\${PORT:-${secret}}`, THIRD: `$${secret}` } },
  { command: `no-such-program --token ${secret}` },
  { command: 'mysql', args: [`-p${secret}`] },
  { command: 'x', bearer: secret, client_secret: secret, note: { password: secret } },
  { url: `https://x.example.com/mcp?code=${secret}` },
  { url: 'https://x.example.com/mcp', headers: { 'X-Shop': secret } },
  { url: `https://${secret}@x.example.com/mcp`, oauth: { clientSecret: secret } },
  { args: ['--token', secret] },
  { command: 'x', args: ['--token', secret, 5] },
]

const config = JSON.stringify(
  { mcpServers: Object.fromEntries(entries.map((entry, index) => [`s${index}`, entry])) },
  null,
  2,
).replaceAll('"command":', `// "env": {"TOKEN": "${secret}"}\n/* old key ${secret} */ "command":`)

const yaml = `extensions:
  one: # ${secret}
    cmd: no-such-program
    args: &words [--token, "${secret}"]
    envs: {ANY: "${secret}"}
  two:
    cmd: mysql
    args:
      # was -p${secret}
      - -p${secret}
`

const toml = `[mcp_servers.one]
command = "no-such-program" # ${secret}
args = ["--pass", "${secret}"]
# env = { ANY = "${secret}" }
[mcp_servers.one.env]
ANY = """${secret}"""
`

beforeAll(() => {
  place = newPlace()
  writeFileSync(join(place.shop, '.mcp.json'), config)
  writeFileSync(join(place.shop, 'config.yaml'), yaml)
  writeFileSync(join(place.shop, 'config.toml'), toml)
})

const files = ['.mcp.json', 'config.yaml', 'config.toml'].flatMap(file => ['--config', file])

async function tells(...argv: string[]): Promise<string[]> {
  const { out, err } = await place.run(...argv)
  expect(out + err).toContain('no-such-program')
  return `${out}\n${err}`.split('\n').filter(line => marks.some(mark => line.includes(mark)))
}

describe('no secret of a config is ever in the output', () => {
  it('of wrap and of adapter init', async () => {
    expect(await tells('wrap', ...files)).toEqual([])
    expect(await tells('wrap', '--json', ...files)).toEqual([])
    expect(await tells('adapter', 'init', 's1', '--config', '.mcp.json')).toEqual([])
  })

  it('of doctor, of unwrap, and of a wrap that has nothing more to do', async () => {
    const { err } = await place.run('wrap', '--write', '--yes', ...files)
    expect(err).toContain('Written: config.toml')
    expect(await tells('wrap', '--json', ...files)).toEqual([])
    expect(await tells('unwrap', ...files)).toEqual([])
    expect(await tells('unwrap', '--json', ...files)).toEqual([])
    const { out } = await place.run('doctor', ...files)
    expect(marks.filter(mark => out.includes(mark))).toEqual([])
  })

  it('of unwrap where what stands behind us was edited since', async () => {
    const path = join(place.shop, '.mcp.json')
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"no-such-program"', '"no-such-program-2"'))
    expect(await tells('unwrap', ...files)).toEqual([])
    expect(await tells('unwrap', '--json', ...files)).toEqual([])
  })
})
