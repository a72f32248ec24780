import type { Json, JsonObject } from '../../json.ts'
import type { SimCall } from './judge.ts'
import type { ArgRule, SimRules } from './rules.ts'

/** A call that somebody would think of who knows the tools and not the rules. */
export interface Move extends SimCall {
  /** The same for the same tool with the same choice of arguments, whichever resource it is about. */
  readonly label: string
}

/** What a move is about: the resource, and another one for calls that name two. */
export interface About {
  readonly target: string
  readonly companion: string
  /** The resource as it was last seen, for arguments that are read off it. */
  readonly seen: JsonObject | undefined
}

/** Every call of a tool that changes something, with every choice of arguments, in the order of the rules. */
export function movesFor(rules: SimRules, about: About): readonly Move[] {
  const { target, companion, seen } = about
  const key = JSON.stringify([target, companion, readFields(rules).map(field => seen?.[field] ?? null)])
  const last = lastMoves.get(rules)
  if (last?.key === key) return last.moves
  const moves = workOut(rules, about)
  lastMoves.set(rules, { key, moves })
  return moves
}

/** Looking ahead asks for the same again and again. */
const lastMoves = new WeakMap<SimRules, { readonly key: string; readonly moves: readonly Move[] }>()

/** The fields that arguments are read off. */
function readFields({ tools }: SimRules): string[] {
  return Object.values(tools).flatMap(({ args }) =>
    Object.values(args).flatMap(rule => ('read' in rule ? [rule.read] : [])),
  )
}

function workOut(rules: SimRules, about: About): Move[] {
  return Object.entries(rules.tools).flatMap(([tool, { args }]) => {
    const names = Object.entries(args).filter(([, rule]) => 'names' in rule)
    const others = Object.entries(args).filter(([, rule]) => !('names' in rule))
    return idsFor(names.length, about).flatMap(ids => {
      const named = Object.fromEntries(names.map(([name], index) => [name, ids.all[index] ?? '']))
      return choices(others, about).map(({ said, values }) => ({
        tool,
        args: { ...named, ...values },
        label: label(tool, [...(ids.said === '' ? [] : [ids.said]), ...said]),
      }))
    })
  })
}

/** Of one resource the target; of two the target with its companion, each way round. */
function idsFor(roles: number, { target, companion }: About) {
  return roles < 2
    ? [{ said: '', all: [target] }]
    : [
        { said: 'from it', all: [target, companion] },
        { said: 'to it', all: [companion, target] },
      ]
}

function choices(args: readonly (readonly [string, ArgRule])[], about: About) {
  return args.reduce<{ said: string[]; values: Record<string, Json> }[]>(
    (all, [name, rule]) =>
      all.flatMap(({ said, values }) =>
        valuesOf(rule, about).map(value => ({
          said: [...said, 'read' in rule ? name : `${name}=${value}`],
          values: { ...values, [name]: value },
        })),
      ),
    [{ said: [], values: {} }],
  )
}

function valuesOf(rule: ArgRule, { seen }: About): readonly Json[] {
  if ('text' in rule) return rule.text
  if ('number' in rule) return rule.number
  return 'read' in rule ? [seen?.[rule.read] ?? 1] : []
}

function label(tool: string, said: readonly string[]): string {
  return said.length === 0 ? tool : `${tool}(${said.join(', ')})`
}
