import { expect, it } from 'vitest'
import { draftsInWords } from '../../src/cli/draft-words.ts'

const fit = { kind: 'bundled', leftOut: [], onlyReads: false, observes: [] } as const

it('says of a server that has an adapter already what it reads, and what is left out', () => {
  const words = draftsInWords([
    { ...fit, server: 'gh', name: 'github', observes: ['issue'], leftOut: ['pull_request', 'label'] },
    { ...fit, server: 'docs', name: 'context7', onlyReads: true },
    { kind: 'reads', server: 'web' },
    { ...fit, server: 'db', name: 'postgres' },
  ])
  expect(words).toBe(
    [
      '  gh: the adapter "github" that comes with mcpgraphy fits its tools: it reads issue; left out, since their reading tools are not listed: pull_request, label',
      '  docs: only reads, so there is no state to learn (known as "context7"): it is left in peace',
      '  web: only reads, so there is no state to learn: it is left in peace',
      '  db: the adapter "postgres" that comes with mcpgraphy fits its tools: none of its resources can be read back',
      '',
    ].join('\n'),
  )
})
