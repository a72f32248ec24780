import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RigOptions, rig, textIn } from './rig.ts'

const tested = 'release:demo-0-3'
const draft = 'status=DRAFT,tests_passed=false'
const runTests = { resource_ref: tested, offer_id: `run_tests@release:${draft}`, idempotency_key: 'k1' }

/** An agent has run the tests of another draft before. */
async function learned(options: RigOptions) {
  const made = await rig(options)
  await made.live('run_tests', { release_id: 'demo-0-8' })
  expect(textIn(await made.desk.call('mcpgraphy_affordances', { resource_ref: tested }))).toContain(
    'run_tests [CANDIDATE; OBSERVED_SUPPORTED]',
  )
  return made
}

const decisions = async ({ log }: Awaited<ReturnType<typeof rig>>) =>
  (await log()).map(({ decision, reason }) => `${decision}: ${reason}`)

describe('an offer', () => {
  it('is carried out by nobody where no policy turns it on, and that is in the log', async () => {
    const made = await learned({})
    expect(made.desk.executes).toBe(false)
    expect(await made.carryOut(runTests)).toContain('execute_offered_action is off')
    expect(made.sent).toEqual([])
    expect((await decisions(made)).at(-1)).toMatch(/^refused: execute_offered_action is off/)
  })

  it('of a tool that the server no longer lists is not given, and one that it lists again is', async () => {
    const made = await learned({ policy: { enabled: ['run_tests'] } })
    const offers = async () => textIn(await made.desk.call('mcpgraphy_affordances', { resource_ref: tested }))
    made.listOnly(['get_release', 'edit_release'])
    expect(await offers()).not.toContain('run_tests')
    expect(await made.carryOut(runTests)).not.toContain('became')
    expect(made.sent).toEqual([])
    made.listOnly(['get_release', 'edit_release', 'run_tests'])
    expect(await offers()).toContain('run_tests [CANDIDATE; OBSERVED_SUPPORTED]')
  })

  it('is carried out where the policy enables its tool and the evidence is for it; it is learned from', async () => {
    const made = await learned({ policy: { enabled: ['run_tests'] } })
    const text = await made.carryOut(runTests)
    expect(text).toContain('"tests_passed":true')
    expect(text).toContain(
      'mcpgraphy ran run_tests on release:demo-0-3: [status=DRAFT, tests_passed=false] became [status=DRAFT, tests_passed=true]',
    )
    expect(made.sent).toEqual(['run_tests demo-0-3'])
    const log = await made.log()
    expect(log.slice(-2).map(each => each.decision)).toEqual(['approved', 'forwarded'])
    expect(log.at(-1)?.evidence).toBeDefined()
    expect(log.at(-1)?.resources).toEqual([tested])
    expect(made.told).toEqual([])
  })

  it('that was never tried is never carried out', async () => {
    const made = await learned({ policy: { enabled: ['sync_version'], uncertain: true } })
    const text = await made.carryOut({ ...runTests, offer_id: `sync_version@release:${draft}` })
    expect(text).toContain('its offer is UNKNOWN_UNTESTED')
    expect(made.sent).toEqual([])
  })

  it('whose tool changes something needs a policy that enables it', async () => {
    const made = await learned({ policy: { enabled: ['edit_release'] } })
    expect(await made.carryOut(runTests)).toContain("the host's policy does not enable run_tests")
    expect(made.sent).toEqual([])
  })

  it('is not carried out where the decision cannot be written to the log', async () => {
    const made = await learned({ policy: { enabled: ['run_tests'] } })
    made.breakLog()
    expect(await made.carryOut(runTests)).toContain('nothing more was done')
    expect(made.sent).toEqual([])
    expect(made.told).toHaveLength(1)
  })

  it('of the tool that reads resources back is none to carry out: that is done anyway', async () => {
    const made = await learned({ policy: {} })
    const text = await made.carryOut({ resource_ref: tested, offer_id: `get_release@release:${draft}` })
    expect(text).toContain('get_release only reads the resource back')
  })

  it('is not carried out once the state has moved', async () => {
    const made = await learned({ policy: { enabled: ['run_tests'] } })
    made.sim.call({ tool: 'run_tests', args: { release_id: 'demo-0-3' } })
    expect(await made.carryOut(runTests)).toContain(
      'the state has moved: it was offered at [status=DRAFT, tests_passed=false], it is [status=DRAFT, tests_passed=true]',
    )
    expect(made.sent).toEqual([])
  })

  it('of something that is not there, or that is no offer, does nothing', async () => {
    const made = await learned({ policy: { enabled: ['run_tests'] } })
    for (const [args, why] of [
      [{ ...runTests, offer_id: 'nonsense' }, 'offer_id is no offer'],
      [{ ...runTests, offer_id: 'no_tool@release:status=DRAFT' }, 'the server has no tool no_tool'],
      [{ ...runTests, resource_ref: '' }, 'resource_ref names no resource'],
      [{ ...runTests, resource_ref: 'release:nothing' }, 'the state has moved'],
      [{ ...runTests, arguments: { release_id: 'demo-0-1' } }, 'name another resource than release:demo-0-3'],
      [{ ...runTests, offer_id: `run_tests@owner:${draft}` }, 'name the resource in the arguments'],
      [{ ...runTests, offer_id: '__proto__@release:x' }, 'the server has no tool __proto__'],
      [{}, 'resource_ref names no resource'],
    ] as const) {
      expect(await made.carryOut(args), JSON.stringify(args)).toContain(why)
    }
    expect(made.sent).toEqual([])
    expect((await decisions(made)).filter(each => each.startsWith('refused'))).toHaveLength(8)
  })
})

describe('a gated offer', () => {
  const publish = {
    resource_ref: 'release:demo-0-3',
    offer_id: 'publish_release@release:status=DRAFT,tests_passed=true',
    idempotency_key: 'p',
  }
  const ready = async (options: RigOptions) => {
    const made = await rig(options)
    for (const id of ['demo-0-8', 'demo-0-3']) {
      made.sim.call({ tool: 'sync_version', args: { release_id: id } })
      await made.live('run_tests', { release_id: id })
      await made.live('run_tests', { release_id: id })
    }
    await made.live('publish_release', { release_id: 'demo-0-8' })
    made.sent.length = 0
    return made
  }
  const token = 'a token of a person'
  const sha256 = createHash('sha256').update(token).digest('hex')
  const policy = (rule: { env: string; sha256: string | undefined }) => ({
    enabled: ['publish_release'],
    tokens: new Map([['publish_release', rule]]),
  })

  it.each([
    ['no token is named', { enabled: ['publish_release'] }, {}, 'its policy names no token for it'],
    ['the variable is not set', policy({ env: 'T', sha256 }), {}, 'no right token stands in T'],
    [
      'the variable is empty',
      policy({ env: 'T', sha256: undefined }),
      { T: '' },
      'no right token stands in T',
    ],
    ['the token is another', policy({ env: 'T', sha256 }), { T: `${token}!` }, 'no right token stands in T'],
  ])('is held where %s', async (_case, given, env, why) => {
    const made = await ready({ policy: given, env })
    const text = await made.carryOut(publish)
    expect(text).toContain(why)
    expect(made.sent).toEqual([])
    expect((await decisions(made)).at(-1)).toMatch(/^held: publish_release needs an approval/)
  })

  it('is carried out with the right token, which stands nowhere afterwards', async () => {
    const made = await ready({ policy: policy({ env: 'T', sha256 }), env: { T: token } })
    expect(await made.carryOut(publish)).toContain('"status":"PUBLISHED"')
    expect(made.sent).toEqual(['publish_release demo-0-3'])
    expect(JSON.stringify(await made.log())).not.toContain(token)
  })

  it('on which the evidence is of two minds is carried out only where the policy says so too', async () => {
    for (const uncertain of [false, true]) {
      const rule = { env: 'T', sha256: undefined }
      const made = await ready({ policy: { ...policy(rule), uncertain }, env: { T: token } })
      // its hidden version does not match: the same state, and it fails
      await made.live('publish_release', { release_id: 'demo-0-2' })
      const text = await made.carryOut(publish)
      expect(text).toContain(uncertain ? '"status":"PUBLISHED"' : 'its offer is UNCERTAIN_CANDIDATE')
      expect(made.sent).toEqual(uncertain ? ['publish_release demo-0-3'] : [])
    }
  })

  it('needs its tool enabled besides', async () => {
    const tokens = new Map([['publish_release', { env: 'T', sha256: undefined }]])
    const made = await ready({ policy: { tokens }, env: { T: token } })
    expect(await made.carryOut(publish)).toContain('does not enable publish_release')
    expect(made.sent).toEqual([])
  })
})

describe('a retry', () => {
  const options = { policy: { enabled: ['run_tests', 'edit_release'] } }

  it('is answered with what the first call gave, and not sent again, also when the state has moved', async () => {
    const made = await learned(options)
    const first = await made.carryOut(runTests)
    const again = await made.carryOut(runTests)
    expect(again.split('\n')[0]).toBe(first.split('\n')[0])
    expect(again).toContain('it was not sent again')
    expect(made.sent).toEqual(['run_tests demo-0-3'])
    expect((await decisions(made)).at(-1)).toMatch(/^noted: a retry/)
  })

  it('at the same moment is sent once', async () => {
    const made = await learned(options)
    const texts = await Promise.all([made.carryOut(runTests), made.carryOut(runTests)])
    expect(made.sent).toEqual(['run_tests demo-0-3'])
    expect(texts.filter(each => each.includes('not sent again'))).toHaveLength(1)
  })

  it('after an answer that was lost is not sent again: nobody knows what became of it', async () => {
    const made = await learned(options)
    made.loseNextAnswer()
    expect(await made.carryOut(runTests)).toContain('The server gave no answer (timeout)')
    expect(await made.carryOut(runTests)).toContain('nobody knows what became of it')
    expect(made.sent).toEqual(['run_tests demo-0-3'])
  })

  it('with the key of another action is refused', async () => {
    const made = await learned(options)
    await made.carryOut(runTests)
    const other = await made.carryOut({ ...runTests, resource_ref: 'release:demo-0-8' })
    expect(other).toContain('this idempotency_key was used for another action')
    expect(made.sent).toEqual(['run_tests demo-0-3'])
  })

  it('cannot be told from a new action without a key, so a change needs one', async () => {
    const made = await learned(options)
    const { idempotency_key: _, ...without } = runTests
    expect(await made.carryOut(without)).toContain('needs an idempotency_key')
    expect(made.sent).toEqual([])
  })
})

it('whatever is asked, in whatever order: no key acts twice, nothing runs that is not enabled, all is in the log', async () => {
  const tools = ['run_tests', 'edit_release', 'sync_version', 'delete_release', 'publish_release']
  const states = [
    draft,
    'status=DRAFT,tests_passed=true',
    'status=PUBLISHED,tests_passed=true',
    'exists=false',
  ]
  const asked = fc.record({
    resource_ref: fc.constantFrom('release:demo-0-3', 'release:demo-0-8', 'release:none'),
    offer_id: fc
      .tuple(fc.constantFrom(...tools), fc.constantFrom(...states))
      .map(([tool, state]) => `${tool}@release:${state}`),
    idempotency_key: fc.constantFrom('a', 'b', 'c'),
    arguments: fc.constantFrom({}, { title: 'New' }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { maxLength: 12 }), async calls => {
      const made = await rig({ policy: { enabled: ['run_tests', 'edit_release'], uncertain: true } })
      await made.live('run_tests', { release_id: 'demo-0-8' })
      await made.live('edit_release', { release_id: 'demo-0-8', title: 'Old' })
      const before = (await made.log()).length
      for (const call of calls) await made.carryOut(call)
      expect(made.sent.length).toBeLessThanOrEqual(3)
      expect(made.sent.filter(each => !/^(run_tests|edit_release) /.test(each))).toEqual([])
      expect(made.told).toEqual([])
      // one entry a decision, and one more for what was learned of each call that was sent
      expect((await made.log()).length - before).toBe(calls.length + made.sent.length)
    }),
    { numRuns: 20 },
  )
})
