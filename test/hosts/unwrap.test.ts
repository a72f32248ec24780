// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import { describe, expect, it } from 'vitest'
import { embed } from '../../src/hosts/embed.ts'
import { json } from '../../src/hosts/syntax/json.ts'
import { unwrapPlan, wrapText } from './samples.ts'

const plain = '{"mcpServers": {"orders": {"command": "npx", "args": ["-y", "x", "$TOKEN"]}}}'

describe('unwrap puts back what was replaced and nothing else', () => {
  it('an environment that was added goes, one that the user used since stays', () => {
    const { text } = wrapText(plain)
    const used = text.replace('"env": {', '"env": {"MINE": "1",')
    expect(unwrapPlan(used).bytes.toString()).toBe(
      '{"mcpServers": {"orders": {"command": "npx", "args": ["-y", "x", "$TOKEN"], "env": {"MINE": "1" }}}}',
    )
  })

  it('an environment that was empty stays empty, and its inner space is what it was', () => {
    for (const inner of ['', ' ', '\n  ', ' /* none */ ', '// none\n']) {
      const before = `{"mcpServers": {"a": {"command": "x", "env": {${inner}}}}}`
      expect(unwrapPlan(wrapText(before).text).bytes.toString()).toBe(before)
    }
  })

  it('what another entry became meanwhile stays', () => {
    const { text } = wrapText('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}')
    const edited = text.replace('"b": {', '"b": {"timeout": 20.0, ')
    expect(unwrapPlan(edited).bytes.toString()).toBe(
      '{"mcpServers": {"a": {"command": "x"}, "b": {"timeout": 20.0, "command": "y"}}}',
    )
  })

  it('an entry that was renamed or moved is unwrapped where it stands now', () => {
    const { text } = wrapText(plain)
    const moved = text
      .replace('"orders"', '"new name"')
      .replace('{"mcpServers": {', '{"mcpServers": {"first": {"url": "u"}, ')
    expect(unwrapPlan(moved).bytes.toString()).toBe(
      '{"mcpServers": {"first": {"url": "u"}, "new name": {"command": "npx", "args": ["-y", "x", "$TOKEN"]}}}',
    )
  })

  it('is the same from another launcher: a newer version, a moved program, cmd on Windows', () => {
    const { text } = wrapText(plain)
    for (const launcher of [
      '"npx", "args": ["-y", "mcpgraphy@9.0.0",',
      '"cmd", "args": ["/c", "npx", "mcpgraphy",',
      '"/n/node", "args": ["/elsewhere/cli.js",',
    ]) {
      const moved = text.replace('"npx", "args": ["-y", "mcpgraphy@1.2.3",', launcher)
      expect(moved).not.toBe(text)
      expect(unwrapPlan(moved).bytes.toString()).toBe(plain)
    }
  })

  it('leaves an entry alone that only looks wrapped', () => {
    const other = '{"mcpServers": {"a": {"command": "geo", "args": ["proxy", "--", "x"]}}}'
    expect(unwrapPlan(other).servers).toMatchObject([{ kind: 'plain' }])
  })
})

describe('where the command was edited since', () => {
  const edited = wrapText(plain).text.replace('"x", "$TOKEN"]', '"x", "sekret"]')

  it('nothing happens without a choice, and both are shown', () => {
    const plan = unwrapPlan(edited)
    expect(plan.servers).toMatchObject([
      { kind: 'edited', was: ['npx', '-y', 'x', '$TOKEN'], now: ['npx', '-y', 'x', 'sekret'] },
    ])
    expect(plan.bytes.toString()).toBe(edited)
  })

  it('the original can be put back, or the current one kept', () => {
    expect(unwrapPlan(edited, { whenEdited: 'original' }).bytes.toString()).toBe(plain)
    expect(unwrapPlan(edited, { whenEdited: 'current' }).bytes.toString()).toBe(
      plain.replace('$TOKEN', 'sekret'),
    )
  })

  it('a digest alone notices it too, and never pretends to know the original', () => {
    const long = 'x'.repeat(9000)
    const wrapped = wrapText(`{"mcpServers": {"a": {"command": "x", "args": ["${long}"]}}}`).text.replace(
      `"${long}"`,
      '"short"',
    )
    expect(unwrapPlan(wrapped).servers).toMatchObject([{ kind: 'edited', was: [], now: ['x', 'short'] }])
    expect(unwrapPlan(wrapped, { whenEdited: 'original' }).servers).toMatchObject([{ kind: 'edited' }])
    expect(unwrapPlan(wrapped, { whenEdited: 'current' }).bytes.toString()).toBe(
      '{"mcpServers": {"a": {"command": "x", "args": ["short"]}}}',
    )
  })

  it('an entry that nothing of ours starts any more only loses our variable, when the current one is kept', () => {
    const variable = embed({ command: '"npx"', args: '["a"]', addedEnv: true }, json)
    const text = `{"mcpServers": {"a": {"command": "mine", "env": {"MCPGRAPHY_ORIGINAL": "${variable}"}}}}`
    expect(unwrapPlan(text).servers).toMatchObject([{ kind: 'edited', was: ['npx', 'a'], now: ['mine'] }])
    expect(unwrapPlan(text, { whenEdited: 'current' }).bytes.toString()).toBe(
      '{"mcpServers": {"a": {"command": "mine"}}}',
    )
    expect(unwrapPlan(text, { whenEdited: 'original' }).bytes.toString()).toBe(
      '{"mcpServers": {"a": {"command": "npx", "args": ["a"]}}}',
    )
  })
})

describe('where nothing of ours starts the entry any more', () => {
  const { text } = wrapText(plain)
  const cut = (to: string) => text.replace(/"args": \[.*?\]/, `"args": ${to}`)

  it('and no server does either, the current one cannot be kept', () => {
    for (const args of [
      '[]',
      '["-y", "mcpgraphy@1.2.3"]',
      '["-y", "mcpgraphy@1.2.3", "proxy", "--name", "a"]',
    ]) {
      const plan = unwrapPlan(cut(args), { whenEdited: 'current' })
      expect(plan.servers).toMatchObject([{ kind: 'edited', now: [] }])
      expect(plan.bytes.toString()).toBe(cut(args))
      expect(unwrapPlan(cut(args), { whenEdited: 'original' }).bytes.toString()).toBe(plain)
    }
  })

  it('what a wrap left in it goes, and nobody says that it stood behind our dashes', () => {
    const mine = cut('["mine"]').replace(/"eyJ[^"]*"/, '"damaged"')
    const plan = unwrapPlan(mine)
    expect(plan.servers).toMatchObject([{ kind: 'undo', from: 'none', starts: ['npx', 'mine'] }])
    expect(plan.bytes.toString()).not.toContain('MCPGRAPHY')
  })
})

describe('the three ways back', () => {
  const { text } = wrapText(plain)
  const damaged = text.replace(/"MCPGRAPHY_ORIGINAL": "eyJ/, '"MCPGRAPHY_ORIGINAL": "AAA')

  it('a damaged variable is not believed: the copy serves', () => {
    const plan = unwrapPlan(damaged, {
      copyOf: () => ({ command: '"npx"', args: '["-y", "x", "$TOKEN"]', addedEnv: true }),
    })
    expect(plan.servers).toMatchObject([{ kind: 'undo', from: 'copy' }])
    expect(plan.bytes.toString()).toBe(plain)
  })

  it('without a copy the arguments behind -- serve', () => {
    const plan = unwrapPlan(damaged)
    expect(plan.servers).toMatchObject([{ kind: 'undo', from: 'arguments' }])
    expect(plan.bytes.toString()).toContain('"command": "npx", "args": ["-y", "x", "$TOKEN"]')
    expect(plan.bytes.toString()).not.toContain('MCPGRAPHY')
  })

  it('a copy of another command is not taken for this one', () => {
    const plan = unwrapPlan(damaged, { copyOf: () => ({ command: '"rm"', args: '["-rf"]', addedEnv: true }) })
    expect(plan.servers).toMatchObject([{ kind: 'edited', was: ['rm', '-rf'] }])
  })
})
