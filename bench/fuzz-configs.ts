import fc from 'fast-check'
import { loadSyntax } from '../src/hosts/syntax/syntax.ts'
import { hosts } from '../src/hosts/table.ts'
import { file as jsonFile } from '../test/hosts/generate.ts'
import { tomlFile } from '../test/hosts/generate-toml.ts'
import { yamlFile } from '../test/hosts/generate-yaml.ts'
import { lawBroken } from '../test/hosts/laws.ts'

/**
 * Wraps and unwraps generated config files of every syntax, as many as are asked for, and says where a byte changed:
 * `npx tsx bench/fuzz-configs.ts 100000 [SEED]`.
 */
const numRuns = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)

const files = [
  ['cursor', jsonFile.map(({ text }) => text)],
  ['codex', tomlFile],
  ['goose', yamlFile('goose')],
  ['continue', yamlFile('continue')],
] as const

process.stdout.write(`seed ${seed}\n`)
for (const [id, texts] of files) {
  const host = hosts.find(each => each.id === id)
  const file = host?.files[0]
  if (host === undefined || file === undefined) throw new Error(`no host ${id}`)
  const syntax = await loadSyntax(file.syntax ?? 'json')
  const found = { host, file, path: `/shop/${file.path.join('/')}`, base: '/shop' }
  const result = fc.check(
    fc.property(texts, text => lawBroken(text, found, syntax) === undefined),
    { numRuns, seed },
  )
  process.stdout.write(
    `${id}: ${result.numRuns} files, ${result.failed ? 'BROKEN' : 'every byte came back'}\n`,
  )
  if (!result.failed) continue
  const [text = ''] = result.counterexample ?? []
  process.stdout.write(`${JSON.stringify(text)}\n${lawBroken(text, found, syntax)}\n`)
  process.exitCode = 1
}
