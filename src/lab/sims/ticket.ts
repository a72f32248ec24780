import type { SimRules } from './rules.ts'

const ticket = { ticket_id: { names: 'ticket' } } as const

/** Tickets are assigned, worked on, resolved and closed. Hidden: a legal hold that keeps a ticket from being closed. */
export const ticketSim: SimRules = {
  name: 'ticket_sim',
  about: 'a ticket tracker: tickets are assigned, worked on, resolved, closed',
  resource: 'ticket',
  ids: 'tick-{seed}-{n}',
  readTool: 'get_ticket',
  listTool: 'list_tickets',
  idParam: 'ticket_id',
  hidden: { legal_hold: false, contested: false },
  chance: 'contested',
  noise: ['id', 'title'],
  lag: 3,
  fresh: { status: 'OPEN', assignee: null, priority: 'LOW', legal_hold: false, contested: false },
  starts: [
    { status: 'OPEN', assignee: null, legal_hold: false, contested: false },
    { status: 'IN_PROGRESS', assignee: 'ada', legal_hold: false, contested: false },
    { status: 'RESOLVED', assignee: 'ada', legal_hold: true, contested: false },
    { status: 'CLOSED', assignee: 'ada', legal_hold: false, contested: false },
    { status: 'OPEN', assignee: 'bo' },
  ],
  draws: {
    title: ['Login fails', 'Slow search', 'Wrong total', 'Broken link', 'Lost mail', 'Bad export'],
    status: ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'],
    assignee: ['ada', 'bo', null],
    priority: ['LOW', 'HIGH'],
    legal_hold: [false, false, false, true],
    contested: [false, false, false, true],
  },
  notFound: { code: 'ERR_NOT_FOUND', says: 'No such ticket: {id}' },
  tools: {
    assign_ticket: {
      about: 'Give a ticket to somebody.',
      args: { ...ticket, user: { text: ['ada', 'bo'] } },
      fails: [
        {
          when: [['ticket.status', 'is', 'CLOSED']],
          code: 'ERR_CLOSED',
          says: 'Nobody takes on ticket {id} any more',
        },
      ],
      does: [{ set: 'ticket.assignee', to: { from: 'args.user' } }],
    },
    start_work: {
      about: 'Begin to work on a ticket.',
      args: ticket,
      fails: [
        {
          when: [['ticket.status', 'is not', 'OPEN']],
          code: 'ERR_STATE',
          says: 'Work on ticket {id} cannot begin now',
        },
        {
          when: [['ticket.assignee', 'is', null]],
          code: 'ERR_NOBODY',
          says: 'Ticket {id} has no one to do it',
        },
        {
          // the one that is not deterministic
          when: [['ticket.contested', 'is', true]],
          chance: 0.5,
          code: 'ERR_CONFLICT',
          says: 'Somebody else wrote to ticket {id} meanwhile',
        },
      ],
      does: [{ set: 'ticket.status', to: 'IN_PROGRESS' }],
    },
    resolve_ticket: {
      about: 'Mark a ticket as resolved.',
      args: ticket,
      fails: [
        {
          when: [['ticket.status', 'is not', 'IN_PROGRESS']],
          code: 'ERR_STATE',
          says: 'There is nothing to resolve in ticket {id}',
          soft: true,
        },
      ],
      does: [{ set: 'ticket.status', to: 'RESOLVED' }],
    },
    reopen_ticket: {
      about: 'Open a ticket again.',
      args: ticket,
      fails: [
        {
          when: [['ticket.status', 'is not', 'RESOLVED']],
          code: 'ERR_STATE',
          says: 'Ticket {id} cannot be opened again',
        },
      ],
      does: [
        { set: 'ticket.status', to: 'OPEN' },
        { set: 'ticket.assignee', to: null },
      ],
    },
    escalate_ticket: {
      about: 'Raise the priority of a ticket.',
      args: ticket,
      fails: [
        {
          when: [['ticket.priority', 'is', 'HIGH']],
          code: 'ERR_PRIORITY',
          says: 'Ticket {id} is at the top already',
          soft: true,
        },
        {
          when: [['ticket.status', 'is', 'CLOSED']],
          code: 'ERR_CLOSED',
          says: 'Ticket {id} is over',
        },
      ],
      does: [{ set: 'ticket.priority', to: 'HIGH' }],
    },
    review_ticket: {
      about: 'Have the records of a ticket reviewed.',
      args: ticket,
      fails: [
        {
          when: [['ticket.status', 'is', 'OPEN']],
          code: 'ERR_STATE',
          says: 'Ticket {id} has no records to review',
        },
      ],
      does: [{ set: 'ticket.legal_hold', to: false }],
    },
    close_ticket: {
      about: 'Close a ticket for good.',
      destroys: true,
      args: ticket,
      fails: [
        {
          when: [['ticket.status', 'is not', 'RESOLVED']],
          code: 'ERR_STATE',
          says: 'Ticket {id} must not be closed from here',
        },
        {
          when: [['ticket.legal_hold', 'is', true]],
          code: 'ERR_HOLD',
          says: 'Ticket {id} must stay',
        },
      ],
      does: [{ set: 'ticket.status', to: 'CLOSED' }],
    },
  },
  drift: {
    // work that is under way may be closed too, and nobody needs to be named before it begins
    close_ticket: [
      {
        when: [['ticket.status', 'is', 'OPEN']],
        code: 'ERR_STATE',
        says: 'Ticket {id} must not be closed from here',
      },
      {
        when: [['ticket.status', 'is', 'CLOSED']],
        code: 'ERR_STATE',
        says: 'Ticket {id} must not be closed from here',
      },
      { when: [['ticket.legal_hold', 'is', true]], code: 'ERR_HOLD', says: 'Ticket {id} must stay' },
    ],
    start_work: [
      {
        when: [['ticket.status', 'is not', 'OPEN']],
        code: 'ERR_STATE',
        says: 'Work on ticket {id} cannot begin now',
      },
      {
        when: [['ticket.contested', 'is', true]],
        chance: 0.5,
        code: 'ERR_CONFLICT',
        says: 'Somebody else wrote to ticket {id} meanwhile',
      },
    ],
    // but only what is urgent is resolved
    resolve_ticket: [
      {
        when: [['ticket.status', 'is not', 'IN_PROGRESS']],
        code: 'ERR_STATE',
        says: 'There is nothing to resolve in ticket {id}',
        soft: true,
      },
      {
        when: [['ticket.priority', 'is', 'LOW']],
        code: 'ERR_QUEUE',
        says: 'Ticket {id} has to wait for its turn',
      },
    ],
  },
  goals: [
    { status: 'OPEN' },
    { status: 'IN_PROGRESS' },
    { status: 'RESOLVED' },
    { status: 'CLOSED' },
    { priority: 'HIGH' },
    { priority: 'LOW' },
    { assigned: true },
  ],
  adapter: {
    server_id: 'ticket_sim',
    resource_class: 'ticket',
    observation_tool: 'get_ticket',
    id_param: 'ticket_id',
    features: ['status', { name: 'assigned', path: 'assignee', test: 'nonempty' }, 'priority'],
    effect_classes: {
      assign_ticket: 'MUTATING',
      start_work: 'MUTATING',
      resolve_ticket: 'MUTATING',
      reopen_ticket: 'MUTATING',
      escalate_ticket: 'MUTATING',
      review_ticket: 'MUTATING',
      close_ticket: 'DESTRUCTIVE',
    },
    approval_required: [],
  },
}
