import type { SimRules } from './rules.ts'

const file = { path: { names: 'file' } } as const
const locked = { when: [['file.locked_by', 'is not', null]], code: 'ERR_LOCKED' } as const
const two = {
  source: { names: 'source' },
  destination: { names: 'destination', mayBeMissing: true },
} as const
const taken = {
  when: [['destination.exists', 'is', true]],
  code: 'EEXIST',
  says: 'file already exists, copy to {args.destination}',
} as const
const pinned = {
  when: [['source.pinned', 'is', true]],
  code: 'ERR_BUSY',
  says: 'The file {args.source} cannot be let go',
} as const

/** Files: two in one call, arguments that must fit what is there. Hidden: a file may be pinned. */
export const fileSim: SimRules = {
  name: 'file_sim',
  about: 'a file store: two resources in one call, arguments that must fit the state',
  resource: 'file',
  ids: 'docs/{seed}-{n}.md',
  readTool: 'get_file',
  listTool: 'list_files',
  idParam: 'path',
  hidden: { pinned: false, syncing: false },
  chance: 'syncing',
  noise: ['id', 'revision'],
  lag: 3,
  fresh: { revision: 1, empty: true, locked_by: null, tags: [], pinned: false, syncing: false },
  starts: [
    { revision: 3, locked_by: null, tags: ['draft'], pinned: false, syncing: false },
    { revision: 7, locked_by: 'ada', tags: [], pinned: false, syncing: false },
    { revision: 2, locked_by: null, tags: [], pinned: true, syncing: false },
    { revision: 5, locked_by: 'bo', tags: ['draft', 'final'] },
    { locked_by: null },
  ],
  draws: {
    revision: [1, 2, 3, 5, 8],
    empty: [true, false],
    locked_by: [null, 'ada', 'bo'],
    tags: [[], ['draft'], ['final'], ['draft', 'final']],
    pinned: [false, false, false, true],
    syncing: [false, false, false, true],
  },
  notFound: { code: 'ENOENT', says: "no such file or directory, open '{id}'" },
  tools: {
    write_file: {
      about: 'Write a file, given the revision that was read.',
      args: { ...file, revision: { read: 'revision' } },
      fails: [
        { ...locked, says: 'Somebody has {id} open' },
        {
          when: [['args.revision', 'differs from', 'file.revision']],
          code: 'ERR_REVISION',
          says: 'There is a newer {id}',
        },
        {
          // the one that is not deterministic
          when: [['file.syncing', 'is', true]],
          chance: 0.5,
          code: 'ERR_SYNC',
          says: 'The file {id} moved under the pen',
        },
      ],
      does: [
        { add: 'file.revision', by: 1 },
        { set: 'file.empty', to: false },
      ],
    },
    lock_file: {
      about: 'Lock a file for somebody.',
      args: { ...file, owner: { text: ['ada', 'bo'] } },
      fails: [{ ...locked, says: 'The file {id} is held by somebody' }],
      does: [{ set: 'file.locked_by', to: { from: 'args.owner' } }],
    },
    unlock_file: {
      about: 'Let go of a file that somebody locked.',
      args: { ...file, owner: { text: ['ada', 'bo'] } },
      fails: [
        {
          when: [['file.locked_by', 'is', null]],
          code: 'ERR_STATE',
          says: 'There is no lock on {id}',
          soft: true,
        },
        {
          when: [['args.owner', 'differs from', 'file.locked_by']],
          code: 'ERR_OWNER',
          says: 'The lock on {id} belongs to somebody else',
        },
      ],
      does: [{ set: 'file.locked_by', to: null }],
    },
    tag_file: {
      about: 'Put a tag on a file.',
      args: { ...file, tag: { text: ['draft', 'final'] } },
      fails: [
        {
          when: [['args.tag', 'in', 'file.tags']],
          code: 'ERR_TAG',
          says: 'The file {id} bears it already',
          soft: true,
        },
      ],
      does: [{ put: { from: 'args.tag' }, into: 'file.tags' }],
    },
    untag_file: {
      about: 'Take a tag off a file.',
      args: { ...file, tag: { text: ['draft', 'final'] } },
      fails: [
        {
          when: [['args.tag', 'not in', 'file.tags']],
          code: 'ERR_TAG',
          says: 'The file {id} does not bear it',
        },
      ],
      does: [{ take: { from: 'args.tag' }, outOf: 'file.tags' }],
    },
    release_pin: {
      about: 'Tell the storage that a file may be let go.',
      args: file,
      fails: [{ ...locked, says: 'The storage cannot touch {id} now' }],
      does: [{ set: 'file.pinned', to: false }],
    },
    copy_file: {
      about: 'Copy a file to a path where there is none.',
      args: two,
      fails: [taken],
      does: [{ create: 'destination', like: 'source' }],
    },
    move_file: {
      about: 'Move a file to a path where there is none.',
      destroys: true,
      args: two,
      fails: [
        { when: [['source.locked_by', 'is not', null]], code: 'ERR_LOCKED', says: '{args.source} is held' },
        taken,
        pinned,
      ],
      does: [{ create: 'destination', like: 'source' }, { remove: 'source' }],
    },
    delete_file: {
      about: 'Delete a file.',
      destroys: true,
      args: file,
      fails: [
        { ...locked, says: 'The file {id} stays while it is held' },
        { when: [['file.pinned', 'is', true]], code: 'ERR_BUSY', says: 'The file {id} cannot be let go' },
      ],
      does: [{ remove: 'file' }],
    },
  },
  drift: {
    // what is locked may be written too, and a copy may replace what is there
    write_file: [
      {
        when: [['args.revision', 'differs from', 'file.revision']],
        code: 'ERR_REVISION',
        says: 'There is a newer {id}',
      },
      {
        when: [['file.syncing', 'is', true]],
        chance: 0.5,
        code: 'ERR_SYNC',
        says: 'The file {id} moved under the pen',
      },
    ],
    copy_file: [],
    // but what is final is no longer deleted
    delete_file: [
      { ...locked, says: 'The file {id} stays while it is held' },
      { when: [['file.tags', 'is', ['final']]], code: 'ERR_FINAL', says: 'The file {id} is kept' },
      { when: [['file.pinned', 'is', true]], code: 'ERR_BUSY', says: 'The file {id} cannot be let go' },
    ],
  },
  goals: [
    { exists: true },
    { exists: false },
    { locked: true },
    { locked: false },
    { tagged: true },
    { tagged: false },
    { empty: false },
  ],
  adapter: {
    server_id: 'file_sim',
    resources: [
      {
        resource_class: 'file',
        observation_tool: 'get_file',
        id_param: 'path',
        features: [
          'empty',
          { name: 'locked', path: 'locked_by', test: 'nonempty' },
          { name: 'tagged', path: 'tags', test: 'nonempty' },
        ],
      },
    ],
    tools: {
      copy_file: { effect: 'MUTATING', roles: { source: 'file', destination: 'file' } },
      move_file: { effect: 'DESTRUCTIVE', roles: { source: 'file', destination: 'file' } },
    },
    effect_classes: {
      write_file: 'MUTATING',
      lock_file: 'MUTATING',
      unlock_file: 'MUTATING',
      tag_file: 'MUTATING',
      untag_file: 'MUTATING',
      release_pin: 'MUTATING',
      delete_file: 'DESTRUCTIVE',
    },
  },
}
