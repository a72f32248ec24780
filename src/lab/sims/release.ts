import type { SimRules } from './rules.ts'

const notDraft = { when: [['release.status', 'is not', 'DRAFT']], code: 'ERR_STATE' } as const
const release = { release_id: { names: 'release' } } as const

/** Releases are tested as drafts, published, and archived. Hidden: whether manifest and tag have the same version. */
export const releaseSim: SimRules = {
  name: 'release_sim',
  about: 'a release pipeline: drafts are tested, published, archived',
  resource: 'release',
  ids: 'demo-{seed}-{n}',
  readTool: 'get_release',
  listTool: 'list_releases',
  idParam: 'release_id',
  hidden: { version_matches: true, flaky: false },
  chance: 'flaky',
  noise: ['id', 'title'],
  lag: 3,
  fresh: { status: 'DRAFT', tests_passed: false, version_matches: true, flaky: false },
  starts: [
    { status: 'PUBLISHED', tests_passed: true, version_matches: true, flaky: false },
    { status: 'DRAFT', tests_passed: true, version_matches: false, flaky: false },
    { status: 'DRAFT', tests_passed: false, version_matches: true, flaky: false },
    { status: 'ARCHIVED', tests_passed: true, version_matches: true, flaky: false },
    { status: 'DRAFT', tests_passed: false },
  ],
  draws: {
    title: ['Payments', 'Search', 'Login', 'Invoices', 'Export', 'Sync'],
    status: ['DRAFT', 'PUBLISHED', 'ARCHIVED'],
    tests_passed: [true, false],
    version_matches: [true, true, true, false],
    flaky: [false, false, false, true],
  },
  notFound: { code: 'ERR_NOT_FOUND', says: 'Release {id} not found' },
  tools: {
    edit_release: {
      about: 'Change the title of a release.',
      args: { ...release, title: { text: ['Payments', 'Search'] } },
      fails: [{ ...notDraft, says: 'Release {id} is frozen and takes no edits' }],
      does: [
        { set: 'release.title', to: { from: 'args.title' } },
        { set: 'release.tests_passed', to: false },
      ],
    },
    run_tests: {
      about: 'Run the test suite of a release.',
      args: release,
      fails: [{ ...notDraft, says: 'Release {id} has no test environment any more', soft: true }],
      does: [
        {
          set: 'release.tests_passed',
          to: true,
          // the one that is not deterministic: a flaky suite passes every other time
          unless: { when: [['release.flaky', 'is', true]], chance: 0.5 },
          otherwise: false,
        },
      ],
    },
    sync_version: {
      about: 'Write the version of the tag into the manifest of a release.',
      args: release,
      fails: [{ ...notDraft, says: 'The manifest of release {id} is sealed' }],
      does: [{ set: 'release.version_matches', to: true }],
    },
    publish_release: {
      about: 'Publish a release.',
      args: release,
      fails: [
        { ...notDraft, says: 'Release {id} was published before' },
        {
          when: [['release.tests_passed', 'is', false]],
          code: 'ERR_TESTS',
          says: 'Release {id} has not passed its tests',
        },
        {
          when: [['release.version_matches', 'is', false]],
          code: 'ERR_STATE',
          says: 'Release {id} cannot be published',
        },
      ],
      does: [{ set: 'release.status', to: 'PUBLISHED' }],
    },
    archive_release: {
      about: 'Archive a release. There is no way back.',
      destroys: true,
      args: release,
      fails: [
        {
          when: [['release.status', 'is not', 'PUBLISHED']],
          code: 'ERR_STATE',
          says: 'Only what is public goes to the archive, release {id} does not',
        },
      ],
      does: [{ set: 'release.status', to: 'ARCHIVED' }],
    },
    delete_release: {
      about: 'Delete a release.',
      destroys: true,
      args: release,
      fails: [
        {
          when: [['release.status', 'is', 'PUBLISHED']],
          code: 'ERR_STATE',
          says: 'Release {id} is in use and stays',
          soft: true,
        },
      ],
      does: [{ remove: 'release' }],
    },
  },
  drift: {
    // drafts may now be archived too, and what is published without tests is nobody's business any more
    archive_release: [
      {
        when: [['release.status', 'is', 'ARCHIVED']],
        code: 'ERR_STATE',
        says: 'Release {id} is in the archive already',
      },
    ],
    publish_release: [
      { ...notDraft, says: 'Release {id} was published before' },
      {
        when: [['release.version_matches', 'is', false]],
        code: 'ERR_STATE',
        says: 'Release {id} cannot be published',
      },
    ],
    // but tests need a matching version first
    run_tests: [
      { ...notDraft, says: 'Release {id} has no test environment any more', soft: true },
      {
        when: [['release.version_matches', 'is', false]],
        code: 'ERR_VERSION',
        says: 'The suite of release {id} does not start',
      },
    ],
  },
  goals: [
    { status: 'PUBLISHED' },
    { status: 'ARCHIVED' },
    { status: 'DRAFT' },
    { tests_passed: true },
    { exists: false },
  ],
  adapter: {
    server_id: 'release_sim',
    resource_class: 'release',
    observation_tool: 'get_release',
    id_param: 'release_id',
    features: ['status', 'tests_passed'],
    effect_classes: {
      edit_release: 'MUTATING',
      run_tests: 'MUTATING',
      sync_version: 'MUTATING',
      publish_release: 'MUTATING',
      archive_release: 'DESTRUCTIVE',
      delete_release: 'DESTRUCTIVE',
    },
    approval_required: ['publish_release'],
  },
}
