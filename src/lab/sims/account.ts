import type { SimRules } from './rules.ts'

const account = { account_id: { names: 'account' } } as const
const amount = { amount: { number: [10, 100, 1000] } } as const
const notActive = { when: [['account.status', 'is not', 'ACTIVE']], code: 'ERR_STATE' } as const

/** Accounts with a balance, a limit and units in stock. Hidden: a hold of the fraud department. */
export const accountSim: SimRules = {
  name: 'account_sim',
  about: 'accounts: balances, limits, quantities',
  resource: 'account',
  ids: 'acc-{seed}-{n}',
  readTool: 'get_account',
  listTool: 'list_accounts',
  idParam: 'account_id',
  hidden: { fraud_hold: false, slow_ledger: false },
  chance: 'slow_ledger',
  noise: ['id'],
  lag: 3,
  fresh: { status: 'ACTIVE', balance: 0, limit: 100, units: 0, fraud_hold: false, slow_ledger: false },
  starts: [
    { status: 'ACTIVE', balance: 110, limit: 1000, fraud_hold: false, slow_ledger: false },
    { status: 'FROZEN', balance: 10, limit: 100, fraud_hold: false, slow_ledger: false },
    { status: 'ACTIVE', balance: 100, limit: 100, fraud_hold: true, slow_ledger: false },
    { status: 'ACTIVE', balance: 0, limit: 10, fraud_hold: false, slow_ledger: false },
    { status: 'ACTIVE' },
  ],
  draws: {
    status: ['ACTIVE', 'ACTIVE', 'FROZEN', 'CLOSED'],
    balance: [0, 10, 100, 110, 200, 1000],
    limit: [10, 100, 1000],
    units: [0, 2, 5],
    fraud_hold: [false, false, false, true],
    slow_ledger: [false, false, false, true],
  },
  notFound: { code: 'ERR_NOT_FOUND', says: 'There is no account {id}' },
  tools: {
    deposit: {
      about: 'Pay money in.',
      args: { ...account, ...amount },
      fails: [{ ...notActive, says: 'Account {id} takes no money' }],
      does: [{ add: 'account.balance', by: { from: 'args.amount' } }],
    },
    withdraw: {
      about: 'Take money out.',
      args: { ...account, ...amount },
      fails: [
        { ...notActive, says: 'Account {id} pays nothing out' },
        {
          when: [['args.amount', 'over', 'account.limit']],
          code: 'ERR_LIMIT',
          says: 'That is more than account {id} may pay at once',
        },
        {
          when: [['args.amount', 'over', 'account.balance']],
          code: 'ERR_FUNDS',
          says: 'Account {id} does not hold as much',
          soft: true,
        },
        {
          when: [['account.fraud_hold', 'is', true]],
          code: 'ERR_DECLINED',
          says: 'The payment from {id} was declined',
        },
        {
          // the one that is not deterministic
          when: [['account.slow_ledger', 'is', true]],
          chance: 0.5,
          code: 'ERR_LEDGER',
          says: 'The booking of {id} was dropped',
        },
      ],
      does: [{ add: 'account.balance', by: { from: 'args.amount' }, times: -1 }],
    },
    verify_owner: {
      about: 'Have the owner of an account identify themselves.',
      args: account,
      fails: [
        { when: [['account.status', 'is', 'CLOSED']], code: 'ERR_STATE', says: 'Nobody owns {id} any more' },
      ],
      does: [{ set: 'account.fraud_hold', to: false }],
    },
    raise_limit: {
      about: 'Raise what an account may pay at once.',
      args: { ...account, limit: { number: [100, 1000] } },
      fails: [
        { ...notActive, says: 'The limit of account {id} stays' },
        {
          when: [['args.limit', 'under', 'account.limit']],
          code: 'ERR_LIMIT',
          says: 'That would lower the limit of account {id}',
        },
      ],
      does: [{ set: 'account.limit', to: { from: 'args.limit' } }],
    },
    buy_units: {
      about: 'Buy units; a balance of 100 has to cover them.',
      args: { ...account, quantity: { number: [1, 10] } },
      fails: [
        { ...notActive, says: 'Account {id} buys nothing' },
        {
          when: [['account.balance', 'under', 100]],
          code: 'ERR_COVER',
          says: 'Account {id} has no cover for that',
        },
      ],
      does: [{ add: 'account.units', by: { from: 'args.quantity' } }],
    },
    sell_units: {
      about: 'Sell units.',
      args: { ...account, quantity: { number: [1, 10] } },
      fails: [
        { ...notActive, says: 'Account {id} sells nothing' },
        {
          when: [['args.quantity', 'over', 'account.units']],
          code: 'ERR_UNITS',
          says: 'Account {id} does not have so many',
        },
      ],
      does: [{ add: 'account.units', by: { from: 'args.quantity' }, times: -1 }],
    },
    freeze_account: {
      about: 'Freeze an account.',
      args: account,
      fails: [{ ...notActive, says: 'Account {id} cannot be frozen', soft: true }],
      does: [{ set: 'account.status', to: 'FROZEN' }],
    },
    thaw_account: {
      about: 'Make a frozen account active again.',
      args: account,
      fails: [
        {
          when: [['account.status', 'is not', 'FROZEN']],
          code: 'ERR_STATE',
          says: 'Account {id} is not cold',
        },
      ],
      does: [{ set: 'account.status', to: 'ACTIVE' }],
    },
    close_account: {
      about: 'Close an account for good.',
      destroys: true,
      args: account,
      fails: [
        { ...notActive, says: 'Account {id} cannot be closed from here' },
        {
          when: [['account.balance', 'over', 0]],
          code: 'ERR_BALANCE',
          says: 'Account {id} is not empty',
        },
      ],
      does: [{ set: 'account.status', to: 'CLOSED' }],
    },
  },
  drift: {
    // what is left on an account that is closed goes to the state, and units are sold short
    close_account: [{ ...notActive, says: 'Account {id} cannot be closed from here' }],
    sell_units: [{ ...notActive, says: 'Account {id} sells nothing' }],
    // but small sums are no longer paid in
    deposit: [
      { ...notActive, says: 'Account {id} takes no money' },
      {
        when: [['args.amount', 'under', 100]],
        code: 'ERR_SMALL',
        says: 'Account {id} takes larger sums only',
      },
    ],
  },
  goals: [
    { status: 'ACTIVE' },
    { status: 'FROZEN' },
    { status: 'CLOSED' },
    { empty: true },
    { empty: false },
  ],
  adapter: {
    server_id: 'account_sim',
    resource_class: 'account',
    observation_tool: 'get_account',
    id_param: 'account_id',
    features: ['status', { name: 'empty', path: 'balance', test: 'equals', value: 0 }],
    effect_classes: {
      deposit: 'MUTATING',
      withdraw: 'MUTATING',
      verify_owner: 'MUTATING',
      raise_limit: 'MUTATING',
      buy_units: 'MUTATING',
      sell_units: 'MUTATING',
      freeze_account: 'MUTATING',
      thaw_account: 'MUTATING',
      close_account: 'DESTRUCTIVE',
    },
  },
}
