import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadSyntax } from '../../src/hosts/syntax/syntax.ts'
import { tomlFile } from './generate-toml.ts'
import { yamlFile } from './generate-yaml.ts'
import { lawBroken } from './laws.ts'
import { foundAt, wrapText } from './samples.ts'

const codex = foundAt('/shop/.codex/config.toml', 'codex')
const goose = foundAt('/home/ada/.config/goose/config.yaml', 'goose')
const yaml = foundAt('/shop/.continue/mcpServers/a.yaml', 'continue')

describe('unwrap gives back every byte, the host starts the same, and wrapping twice changes nothing', () => {
  const syntaxes = [
    ['TOML of Codex', tomlFile, codex, 2000],
    ['YAML of Goose', yamlFile('goose'), goose, 1000],
    ['YAML of Continue', yamlFile('continue'), yaml, 1000],
  ] as const
  it.each(syntaxes)(
    'in %s',
    async (_name, file, found, numRuns) => {
      const syntax = await loadSyntax(found.file.syntax ?? 'json')
      fc.assert(
        fc.property(file, text => {
          expect(lawBroken(text, found, syntax)).toBeUndefined()
        }),
        { numRuns },
      )
    },
    120_000,
  )

  it.each(syntaxes)('and most of the generated servers are wrapped, in %s', (_name, file, found) => {
    const plans = fc
      .sample(file, 30)
      .flatMap(text => (text.includes('npx') ? [wrapText(text, found).servers] : []))
    const kinds = plans.flat().map(each => each.kind)
    expect(kinds.filter(each => each === 'wrap').length).toBeGreaterThan(kinds.length / 2)
  })
})
