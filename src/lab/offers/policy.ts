import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { parseJsonc } from '../../jsonc.ts'
import { Problem, reasonOf } from '../../problem.ts'

/** What the host lets the offers server carry out. Without one it carries out nothing. */
export interface HostPolicy {
  /** Tools that change something and may be carried out. */
  readonly enabled: ReadonlySet<string>
  /** By gated tool: the token that has to stand in the environment. */
  readonly tokens: ReadonlyMap<string, TokenRule>
  /** Offers of which the evidence says both may be carried out too. */
  readonly uncertain: boolean
}

export interface TokenRule {
  /** The variable that holds the token. */
  readonly env: string
  /** What the token's SHA-256 is, in hex; without it any token counts. */
  readonly sha256: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/** Reads a policy; undefined where it says that nothing is to be carried out. Throws `policy-unreadable` or `policy-invalid`. */
export function readPolicy(file: string): HostPolicy | undefined {
  const parsed = parseJsonc(textOf(file))
  if (parsed.kind === 'broken')
    throw new Problem('policy-invalid', { file, what: `line ${parsed.line} is not JSON` })
  const wrong = (what: string) => new Problem('policy-invalid', { file, what })
  if (!isObject(parsed.value)) throw wrong('it is not an object')
  const {
    $schema: _,
    execute_offered_action: execute,
    enabled_tools,
    approval_tokens,
    uncertain_candidates,
    ...more
  } = parsed.value
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) throw wrong(`it knows no “${unknown.slice(0, 60)}”`)
  if (typeof execute !== 'boolean') throw wrong('execute_offered_action must be true or false')
  const policy = {
    enabled: new Set(namesIn(enabled_tools, wrong)),
    tokens: tokensIn(approval_tokens, wrong),
    uncertain: flagIn(uncertain_candidates, wrong),
  }
  return execute ? policy : undefined
}

/** Is a gated tool approved: does its token stand in the environment? The token itself goes nowhere. */
export function isApproved({ tokens }: HostPolicy, env: Env, tool: string): boolean {
  const rule = tokens.get(tool)
  const token = rule && env[rule.env]
  if (rule === undefined || token === undefined || token === '') return false
  return rule.sha256 === undefined || isDigest(token, rule.sha256)
}

/** The environment without the tokens: the server behind has no use for them. */
export function withoutTokens(policy: HostPolicy | undefined, env: Env): Env {
  const secret = new Set([...(policy?.tokens.values() ?? [])].map(rule => rule.env))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.has(name)))
}

function isDigest(token: string, sha256: string): boolean {
  return timingSafeEqual(createHash('sha256').update(token).digest(), Buffer.from(sha256, 'hex'))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem('policy-unreadable', { file, reason: reasonOf(error) }, { cause: error })
  }
}

type Wrong = (what: string) => Problem

function namesIn(value: Json | undefined, wrong: Wrong): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || !value.every(each => typeof each === 'string' && each !== ''))
    throw wrong('enabled_tools must be a list of names of tools')
  return value as string[]
}

function tokensIn(value: Json | undefined, wrong: Wrong): Map<string, TokenRule> {
  if (value === undefined) return new Map()
  if (!isObject(value)) throw wrong('approval_tokens must be an object: tool to token')
  return new Map(Object.entries(value).map(([tool, rule]) => [tool, tokenIn(tool, rule, wrong)]))
}

function tokenIn(tool: string, value: Json, wrong: Wrong): TokenRule {
  const { env, sha256, ...more } = isObject(value) ? value : ({} as JsonObject)
  if (typeof env !== 'string' || !/^[A-Za-z_]\w*$/.test(env) || Object.keys(more).length > 0)
    throw wrong(
      `approval_tokens of ${tool.slice(0, 60)} must be {"env": "NAME"}, with "sha256" beside it or not`,
    )
  if (sha256 !== undefined && (typeof sha256 !== 'string' || !/^[\da-f]{64}$/i.test(sha256)))
    throw wrong(`sha256 of ${tool.slice(0, 60)} must be 64 hexadecimal digits`)
  return { env, sha256 }
}

function flagIn(value: Json | undefined, wrong: Wrong): boolean {
  if (value !== undefined && typeof value !== 'boolean')
    throw wrong('uncertain_candidates must be true or false')
  return value ?? false
}
