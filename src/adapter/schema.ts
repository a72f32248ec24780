import * as z from 'zod'
import { isObject } from '../json.ts'
import { patternFault } from './pattern.ts'

const name = z.string().min(1)
const names = z.array(name)
const className = z
  .string()
  .regex(/^[^\s:]+$/, 'must be one word without a colon, since a resource is named class:id')
const pattern = z.string().superRefine((value, context) => {
  const fault = patternFault(value)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
})
const effect = z.enum(['READ_ONLY', 'MUTATING', 'DESTRUCTIVE'])

const match = {
  text: pattern.optional().describe('A pattern that the text of the result matches.'),
  json: z
    .string()
    .optional()
    .describe("Dotted path into the result's JSON; needs equals, matches or present."),
  equals: z.json().optional().describe('The value at the path is this one.'),
  matches: pattern.optional().describe('The value at the path matches this pattern.'),
  present: z.boolean().optional().describe('The value at the path is there (true) or not (false).'),
  empty: z
    .literal(true)
    .optional()
    .describe('The result holds nothing: no text, null, an empty list, nothing found.'),
}

const failure = {
  ...match,
  tools: names.optional().describe('The only tools of whose results this is said; every tool if left out.'),
}

const feature = {
  name: name.describe('What the feature is called.'),
  path: name.optional().describe('Dotted path of its field; the name where it is left out.'),
  test: z
    .enum(['value', 'nonempty', 'null', 'present', 'equals', 'matches', 'same_as'])
    .optional()
    .describe('What to ask of the field: its value (default), or a claim that is true or false.'),
  value: z
    .json()
    .optional()
    .describe('What equals compares with, the pattern of matches, the path of same_as.'),
}

const pages = {
  param: name.describe("The reading tool's argument that asks for a page."),
  next: name
    .optional()
    .describe('Dotted path of what to ask for next (a cursor); left out where pages are numbered.'),
  first: z.int().min(0).optional().describe('The number of the first page (default 1).'),
  most: z.int().min(1).max(50).optional().describe('Pages that are read at most (default 10).'),
}

const find = {
  in: z.string().describe('Dotted path of the list; empty where the result is the list.'),
  key: name.describe('Dotted path of the id in an item.'),
  pages: object(pages).optional().describe('How to read on where the list comes in pages.'),
}

const read = {
  before: z.boolean().optional().describe('Read a resource before a call (default true).'),
  after: z.boolean().optional().describe('Read it again after the call (default true).'),
  reuse_ms: z.int().min(0).optional().describe('Use a reading again for so many milliseconds (default 0).'),
}

const resource = {
  resource_class: className.describe('What the resource is called in all output: file, issue, order.'),
  observation_tool: name.describe('The tool that reads one resource back. It must only read.'),
  id_param: name
    .optional()
    .describe('The argument that names the resource, for the reading tool and for others.'),
  id_params: names
    .optional()
    .describe(
      'Several parameters that together are the id: owner, repo, number. None where there is only one such resource.',
    ),
  id_param_aliases: z
    .union([names, z.record(name, names)])
    .optional()
    .describe(
      'Other argument paths that carry the id; with id_params they stand for the last, or are given by parameter.',
    ),
  observation_args: z
    .record(name, z.json())
    .optional()
    .describe(
      `The reading tool's arguments: constants, \${id}, or \${owner} for a part. Left out: the id parameters.`,
    ),
  observation_format: z
    .enum(['fields', 'kv_text', 'patterns', 'exists'])
    .optional()
    .describe(
      'How a result becomes fields: JSON (default), lines of key: value, patterns, or only that it is there.',
    ),
  observation_root: z
    .string()
    .optional()
    .describe("Dotted path of the part of the result's JSON that is the resource."),
  find: object(find).optional().describe('Where only a list exists: find the one in it.'),
  patterns: z
    .record(name, pattern)
    .optional()
    .describe('Field name to pattern; the first group is the value.'),
  missing: z.array(object(match)).optional().describe('What says that the resource does not exist.'),
  features: z
    .array(z.union([name, object(feature)]))
    .optional()
    .describe('The fields that are state. Left out: found by the shapes of their values.'),
  ignore: names.optional().describe('Fields that are never state.'),
  only_tools: names.optional().describe('The only tools whose arguments name a resource of this class.'),
  read: object(read).optional().describe('When to read resources of this class; else as the server says.'),
}

const creates = {
  resource_class: name.describe('The class of what is made.'),
  id_from: z.string().describe("Dotted path of the new id in the result's JSON."),
}

const tool = {
  effect: effect.optional().describe('What the tool does, before its name or its hints are asked.'),
  roles: z
    .record(name, name)
    .optional()
    .describe('Argument path to resource class, for tools that touch two.'),
  creates: object(creates).optional().describe('The resource that a call makes.'),
  action_param: name
    .optional()
    .describe('The argument that chooses what the tool does (mode, action, dryRun).'),
  effects: z.record(name, effect).optional().describe("The tool's effect by the value of that argument."),
}

const sandbox = {
  reset: names
    .min(1)
    .describe('The command that sets all of it back to how it began; the server is started anew after it.'),
  resources: names
    .min(1)
    .describe('Ids of resources that are there then, of the first class: what is experimented on.'),
  values: z
    .record(name, z.array(z.json()).min(1))
    .optional()
    .describe('By argument: values worth trying. Booleans and enumerations are tried anyway.'),
}

const server = {
  $schema: z.string().optional().describe('Where an editor finds the schema of this form.'),
  version: z.int().optional().describe('The version of the format: 1, or 0 for the flat form.'),
  server_id: name.describe('What the server is called.'),
  tools: z
    .record(name, object(tool))
    .optional()
    .describe('Tools whose names and arguments do not say enough.'),
  effect_classes: z.record(name, effect).optional().describe('What tools do, by name.'),
  approval_required: names.optional().describe('Tools that a person must approve in block mode.'),
  failure: z
    .array(object(failure))
    .optional()
    .describe('What makes a result a failure that the server calls a success.'),
  sandbox: object(sandbox)
    .optional()
    .describe('That this server may be experimented on by learn, and how it is set back.'),
  read: object(read).optional().describe('For reads that are slow, metered, or consume what they read.'),
}

/** The full form: any number of resource classes; none where a server has nothing that can be read back. */
export const fullForm = object({ ...server, resources: z.array(object(resource)) })

/** The flat form of the Python program: one resource class, its fields beside the server's. */
export const flatForm = object({ ...server, ...resource })

export type FullForm = z.infer<typeof fullForm>
export type ResourceForm = FullForm['resources'][number]
export type ToolForm = NonNullable<FullForm['tools']>[string]
export type FailureForm = NonNullable<FullForm['failure']>[number]
export type MatchForm = Omit<FailureForm, 'tools'>
export type FeatureForm = NonNullable<ResourceForm['features']>[number]

/** Every key of the format by the object that it stands in, each with its description. */
export const formKeys = {
  server: about(server),
  resource: about(resource),
  match: about(match),
  failure: about(failure),
  find: about(find),
  pages: about(pages),
  feature: about(feature),
  tool: about(tool),
  creates: about(creates),
  read: about(read),
  sandbox: about(sandbox),
}

/** An object of exactly these keys; what starts with `x_` or `//` is the author's own note and is left out. */
function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(withoutNotes, z.strictObject(shape))
}

function withoutNotes(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !isNote(key)))
}

function isNote(key: string): boolean {
  return key.startsWith('x_') || key.startsWith('//')
}

function about(shape: Record<string, z.ZodType>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(shape).map(([key, type]) => [key, type.description ?? '']))
}
