import type { Check, Outcomes } from './suite.ts'

/** Every check that came out otherwise than it did without us, in words. */
export function differences(bare: Outcomes, proxied: Outcomes): string[] {
  const scenarios = new Set([...bare.keys(), ...proxied.keys()])
  return [...scenarios].flatMap(scenario => {
    const [before, after] = [bare.get(scenario) ?? [], proxied.get(scenario) ?? []]
    const most = Math.max(before.length, after.length)
    return Array.from({ length: most }, (_, at) => [inWords(before[at]), inWords(after[at])])
      .filter(([one, other]) => one !== other)
      .map(([one, other]) => `${scenario}: ${one} without us, ${other} with us ${messageIn(after)}`)
  })
}

function inWords(check: Check | undefined): string {
  return check === undefined ? 'no check' : `${check.id} ${check.name} ${check.status}`
}

function messageIn(checks: readonly Check[]): string {
  const messages = checks.flatMap(({ errorMessage }) => errorMessage ?? [])
  return messages.length > 0 ? `(${messages.join(' | ')})` : ''
}

/** Scenarios by runs: how many checks passed, of how many. */
export function table(runs: Readonly<Record<string, Outcomes>>): string {
  const names = Object.keys(runs)
  const scenarios = [...new Set(Object.values(runs).flatMap(each => [...each.keys()]))]
  const rows = scenarios.map(scenario => [
    scenario,
    ...names.map(name => passedOf(runs[name]?.get(scenario) ?? [])),
  ])
  const sums = names.map(name => passedOf([...(runs[name]?.values() ?? [])].flat()))
  return [['', ...names], ...rows, ['all', ...sums]].map(asRow).join('\n')
}

function passedOf(checks: readonly Check[]): string {
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length
  return `${passed}/${checks.length}`
}

function asRow([first = '', ...cells]: readonly string[]): string {
  return `  ${first.padEnd(46)}${cells.map(cell => cell.padStart(9)).join('')}`
}
