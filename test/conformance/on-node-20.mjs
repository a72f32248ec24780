// Lets the conformance suite load on Node 20, whose `fs` has no globSync.
import { register } from 'node:module'

const module = source => `data:text/javascript,${encodeURIComponent(source)}`

const fs = module(`
  export * from 'node:fs'
  export { default } from 'node:fs'
  export function globSync() { throw new Error('globSync needs Node 22') }
`)

register(
  module(`
    export async function resolve(specifier, context, next) {
      const isSuite = context.parentURL?.includes('@modelcontextprotocol/conformance/')
      return isSuite && specifier === 'fs' ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(specifier, context)
    }
  `),
)
