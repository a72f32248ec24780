import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftAdapter } from '../../src/adapter/draft/draft.ts'
import { draftsInWords } from '../../src/cli/draft-words.ts'
import { flowed, shortened } from '../../src/cli/flowed.ts'
import { corpus } from '../adapter/helpers/corpus.ts'

describe('a text that flows', () => {
  it('is broken between words and carried over under the text of its line', () => {
    expect(flowed('  one two three\nfour', 9)).toBe('  one two\n    three\nfour')
  })

  it('has no line that is too wide, and every letter that it had', () => {
    const line = fc.tuple(fc.nat(4), fc.array(fc.stringMatching(/^[a-z]{1,60}$/), { minLength: 1 }))
    fc.assert(
      fc.property(line, fc.integer({ min: 20, max: 60 }), ([indent, words], width) => {
        const text = ' '.repeat(indent) + words.join(' ')
        const lines = flowed(text, width).split('\n')
        expect(Math.max(...lines.map(each => each.length))).toBeLessThanOrEqual(width)
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''))
      }),
    )
  })

  it('stays as it is where there is no terminal', () => {
    const text = 'word '.repeat(100)
    expect(flowed(text, Number.POSITIVE_INFINITY)).toBe(text)
  })

  it('is shortened in its middle, since both ends of a command say most', () => {
    expect(shortened('node /a/long/way/to/server.js .', 20)).toBe('node /a/lo…rver.js .')
    expect(shortened('short', 20)).toBe('short')
  })
})

describe('a draft in words', () => {
  it('says what is sure and what is not, and what waits for a person', () => {
    const { adapter, notes } = draftAdapter({ server: 'tasks', tools: corpus('kazuph-taskmanager').tools })
    const draft = { kind: 'draft' as const, server: 'tasks', text: JSON.stringify(adapter), notes }
    expect(draftsInWords([draft])).toMatchInlineSnapshot(`
      "  tasks: an adapter was drafted
          sure      resources (task).observation_tool: open_task_details: its name says "open", and "details", it is about task, its description promises details
          not sure  resources (task).observation_format: nothing says what its result looks like, so JSON is looked for
          not sure  resources (task).features: found by the shapes of the values; look at a real result
          not sure  resources (request): left out: list_requests lists them, but nothing shows where the id stands: give one that exists with --sample
          waits for you in block mode: delete_task
          look at it, and try it: mcpgraphy adapter check tasks --live --resource ID
      "
    `)
  })
})
