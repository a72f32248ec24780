import type {
  Adapter,
  FailureRule,
  FeatureRule,
  FeatureTest,
  FindRule,
  Match,
  ReadPolicy,
  ResourceRule,
  ToolRule,
} from './adapter.ts'
import { failureOf } from './failure.ts'
import { compile } from './pattern.ts'
import type { FeatureForm, FullForm, MatchForm, ResourceForm, ToolForm } from './schema.ts'

/** The adapter that a file says, every default filled in. The form must have been judged by meaning.ts. */
export function normalise(form: FullForm): Adapter {
  const failure = (form.failure ?? []).map(each => ({ ...matchOf(each), tools: each.tools ?? null }))
  return {
    serverId: form.server_id,
    resources: form.resources.map(resource => resourceOf(resource, form, failure)),
    tools: mapValues(form.tools ?? {}, toolOf),
    effectClasses: form.effect_classes ?? {},
    approvalRequired: form.approval_required ?? [],
    failure,
    sandbox: form.sandbox === undefined ? null : { ...form.sandbox, values: form.sandbox.values ?? {} },
  }
}

function resourceOf(form: ResourceForm, server: FullForm, failure: readonly FailureRule[]): ResourceRule {
  const idParams = idParamsOf(form)
  return {
    resourceClass: form.resource_class,
    observationTool: form.observation_tool,
    idParams,
    idAliases: aliasesOf(form, idParams),
    observationArgs: form.observation_args ?? null,
    format: form.observation_format ?? (form.patterns === undefined ? 'fields' : 'patterns'),
    root: form.observation_root ?? '',
    find: findOf(form),
    patterns: mapValues(form.patterns ?? {}, compile),
    missing: form.missing?.map(matchOf) ?? null,
    features: form.features?.map(featureOf) ?? null,
    ignore: form.ignore ?? [],
    onlyTools: form.only_tools ?? null,
    failure: failureOf({ failure }, form.observation_tool),
    read: readOf({ ...server.read, ...form.read }),
  }
}

function readOf({ before = true, after = true, reuse_ms = 0 }: NonNullable<FullForm['read']>): ReadPolicy {
  return { before, after, reuseMs: reuse_ms }
}

const mostPages = 10

function findOf({ find }: ResourceForm): FindRule | null {
  if (find === undefined) return null
  const { pages } = find
  return {
    in: find.in,
    key: find.key,
    pages:
      pages === undefined
        ? null
        : {
            param: pages.param,
            next: pages.next ?? null,
            first: pages.first ?? 1,
            most: pages.most ?? mostPages,
          },
  }
}

/** The parameters of the id, whichever way the file gives them. */
export function idParamsOf(form: ResourceForm): readonly string[] {
  return form.id_params ?? (form.id_param === undefined ? [] : [form.id_param])
}

/** A bare list of aliases stands for the last parameter: of owner, repo and number that is the one with many names. */
function aliasesOf(
  form: ResourceForm,
  idParams: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const aliases = form.id_param_aliases ?? {}
  const last = idParams.at(-1)
  if (!Array.isArray(aliases)) return aliases
  return last === undefined ? {} : { [last]: aliases }
}

function matchOf(form: MatchForm): Match {
  if (form.text !== undefined) return { kind: 'text', pattern: compile(form.text) }
  if (form.json === undefined) return { kind: 'empty' }
  const path = form.json
  if (form.equals !== undefined) return { kind: 'json', path, test: { kind: 'equals', value: form.equals } }
  if (form.matches !== undefined)
    return { kind: 'json', path, test: { kind: 'matches', pattern: compile(form.matches) } }
  return { kind: 'json', path, test: { kind: 'present', present: form.present ?? true } }
}

function featureOf(form: FeatureForm): FeatureRule {
  if (typeof form === 'string') return { name: form, path: form, test: { kind: 'value' } }
  return { name: form.name, path: form.path ?? form.name, test: testOf(form) }
}

function testOf({ test = 'value', value }: Exclude<FeatureForm, string>): FeatureTest {
  if (test === 'equals') return { kind: 'equals', value: value ?? null }
  if (test === 'matches') return { kind: 'matches', pattern: compile(String(value)) }
  if (test === 'same_as') return { kind: 'same_as', path: String(value) }
  return { kind: test }
}

function toolOf(form: ToolForm): ToolRule {
  const { creates } = form
  return {
    effect: form.effect ?? null,
    roles: form.roles ?? {},
    creates:
      creates === undefined ? null : { resourceClass: creates.resource_class, idFrom: creates.id_from },
    actionParam: form.action_param ?? null,
    effects: form.effects ?? {},
  }
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
