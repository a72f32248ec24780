// Builds what ships, dist/, from src/: one small program and the parts that it loads when they are needed. A host waits
// while a proxy starts, so all that has to be there before its server runs is one part, and all that judges calls
// another: two files are read in a fraction of the time that two hundred take. zod goes in as far as it is used; as a
// package it loads the words of sixty languages at each start.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { build } from 'rolldown'

const inside = ['zod']
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const outside = Object.keys(dependencies).filter(name => !inside.includes(name))

/** By part, the modules that it is there for; all that these import goes with them. */
const parts = {
  start: ['cli/main.ts', 'cli/run-proxy.ts'],
  gate: [
    'cli/ground.ts',
    'project/find-adapter.ts',
    'adapter/usable.ts',
    'store/open.ts',
    'store/memory.ts',
    'gate/catalogue.ts',
    'gate/gate.ts',
    'gate/observe.ts',
    'gate/overlap.ts',
  ],
}

rmSync('dist', { recursive: true, force: true })
await build({
  input: 'src/cli.ts',
  platform: 'node',
  external: id => id.startsWith('node:') || outside.some(name => id === name || id.startsWith(`${name}/`)),
  checks: { ineffectiveDynamicImport: false },
  output: {
    dir: 'dist',
    format: 'esm',
    // two folders deep, as in src: what stands beside dist is found from both alike
    chunkFileNames: 'parts/[name]-[hash].js',
    codeSplitting: { groups: Object.entries(parts).map(groupOf) },
    minify: { compress: false, mangle: false, codegen: true },
  },
})
const licences = inside.map(name => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`)
writeFileSync('dist/licenses.txt', `What dist/parts holds of other packages:\n\n${licences.join('\n\n')}`)

/** Modules that are in two parts go into the first. */
function groupOf([name, files], index) {
  let members
  return {
    debugName: name,
    priority: Object.keys(parts).length - index,
    name(id, bundle) {
      members ??= reach(
        files.map(file => resolve('src', file)),
        bundle,
      )
      return members.has(id) ? name : null
    },
  }
}

/** Modules and all that they import before they run. */
function reach(modules, bundle, found = new Set()) {
  for (const id of modules.filter(each => !found.has(each))) {
    const info = bundle.getModuleInfo(id)
    if (!info && isAbsolute(id)) throw new Error(`build.mjs names ${id}, which nothing imports`)
    found.add(id)
    reach(info?.importedIds ?? [], bundle, found)
  }
  return found
}
