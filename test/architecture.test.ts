import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../src')

/** The folders and top-level modules in the order in which a call meets them: each may import what stands above it. */
const order = [
  'problem.ts',
  'json.ts',
  'jsonc.ts',
  'text-edit.ts',
  'relay',
  'adapter',
  'graph',
  'advice',
  'gate',
  'store',
  'hosts',
  'project',
  'auth',
  'proxy.ts',
  'lab',
  'doctor',
  'demo',
  'cli',
  'cli.ts',
]

/** Where the order alone would allow too much, what a folder may import at most. */
const narrower: Record<string, readonly string[]> = {
  relay: ['problem.ts', 'json.ts', 'text-edit.ts'],
  adapter: ['problem.ts', 'json.ts', 'jsonc.ts', 'text-edit.ts'],
  hosts: ['problem.ts', 'json.ts', 'text-edit.ts'],
  store: ['problem.ts', 'json.ts', 'adapter', 'graph', 'gate'],
  // It keeps what lets us in as safely as configs are written, and knows nothing of what goes through the relay.
  auth: ['problem.ts', 'json.ts', 'relay', 'hosts'],
  project: ['problem.ts', 'json.ts', 'text-edit.ts', 'adapter', 'hosts'],
}

/** The one home of each package. */
const homes: Record<string, readonly string[]> = {
  'better-sqlite3': ['store'],
  'jsonc-parser': ['text-edit.ts', 'hosts'],
  'toml-eslint-parser': ['hosts'],
  yaml: ['hosts'],
  zod: ['adapter', 'project'],
  ajv: ['gate'],
  kleur: ['cli'],
  commander: ['cli'],
  '@inquirer/prompts': ['cli'],
  '@modelcontextprotocol/sdk': ['auth', 'demo', 'lab'],
}

const pure = ['graph', 'advice']

interface Import {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const imports = sourceFiles(src).flatMap(importsOf)

describe('architecture', () => {
  it('reads the sources it judges', () => {
    expect(imports.length).toBeGreaterThan(30)
    for (const place of new Set(imports.map(each => each.from))) expect(order).toContain(place)
  })

  it('lets a folder import only what stands above it', () => {
    const wrong = imports.filter(
      each => order.includes(each.to) && each.to !== each.from && !allowed(each.from).includes(each.to),
    )
    expect(wrong.map(inWords)).toEqual([])
  })

  it('keeps graph and advice free of Node, packages, clocks and randomness', () => {
    const impure = imports.filter(
      each => pure.includes(each.from) && !order.includes(each.to) && !each.typeOnly,
    )
    expect(impure.map(inWords)).toEqual([])
    for (const file of sourceFiles(src).filter(path => pure.includes(placeOf(path)))) {
      expect(readFileSync(file, 'utf8'), file).not.toMatch(
        /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bperformance\b/,
      )
    }
  })

  it('gives each package one home', () => {
    const strays = imports.filter(each => {
      const home = homes[packageOf(each.to)]
      return home !== undefined && !home.includes(each.from)
    })
    expect(strays.map(inWords)).toEqual([])
  })

  it('lets nothing but the commands write to standard output', () => {
    const loud = sourceFiles(src).filter(
      path =>
        !['cli', 'cli.ts', 'relay'].includes(placeOf(path)) &&
        readFileSync(path, 'utf8').includes('process.stdout'),
    )
    expect(loud).toEqual([])
  })
})

function allowed(place: string): readonly string[] {
  return narrower[place] ?? order.slice(0, order.indexOf(place))
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name))
}

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return [...found].map(match => {
    const target = match[2] ?? match[3] ?? ''
    const to = target.startsWith('.') ? placeOf(resolve(dirname(path), target)) : target
    return { file: relative(src, path), from: placeOf(path), to, typeOnly: match[1] !== undefined }
  })
}

function placeOf(path: string): string {
  return relative(src, path).split(/[\\/]/)[0] ?? ''
}

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

function inWords(each: Import): string {
  return `${each.file} imports ${each.to}`
}
