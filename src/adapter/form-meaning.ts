import type { FormFault } from './form-faults.ts'
import { nearest } from './nearest.ts'
import { idParamsOf } from './normalise.ts'
import { patternFault } from './pattern.ts'
import type { FeatureForm, FullForm, MatchForm, ResourceForm, ToolForm } from './schema.ts'

type Path = readonly (string | number)[]

/**
 * What a well-formed file says that makes no sense: keys that need or exclude each other, names that name nothing.
 * `base` gives the path of a resource in the file: the flat form has its keys at the top.
 */
export function meaningFaults(form: FullForm, base: (resource: number) => Path): FormFault[] {
  const classes = form.resources.map(each => each.resource_class)
  return [
    ...form.resources.flatMap((each, index) => resourceFaults(each, base(index))),
    ...doubles(classes).map(index =>
      fault(
        [...base(index), 'resource_class'],
        `"${classes[index]}" is there twice`,
        'Give each class one block.',
      ),
    ),
    ...Object.entries(form.tools ?? {}).flatMap(([name, tool]) => toolFaults(tool, ['tools', name], classes)),
    ...(form.failure ?? []).flatMap((each, index) => matchFaults(each, ['failure', index])),
  ]
}

function resourceFaults(form: ResourceForm, path: Path): FormFault[] {
  return [
    ...idFaults(form, path),
    ...formatFaults(form, path),
    ...templateFaults(form, path),
    ...(form.missing ?? []).flatMap((each, index) => matchFaults(each, [...path, 'missing', index])),
    ...(form.features ?? []).flatMap((each, index) => featureFaults(each, [...path, 'features', index])),
  ]
}

function idFaults(form: ResourceForm, path: Path): FormFault[] {
  const params = idParamsOf(form)
  if (form.id_param !== undefined && form.id_params !== undefined) {
    return [fault([...path, 'id_params'], 'both "id_param" and "id_params" are given', 'Keep one of them.')]
  }
  if (params.length === 0) {
    return [
      fault(
        path,
        '"id_param" is missing',
        'Name the argument that says which resource is meant, or several in "id_params".',
      ),
    ]
  }
  const again = doubles(params)[0]
  if (again !== undefined) {
    return [
      fault([...path, 'id_params', again], `"${params[again]}" is there twice`, 'Name each parameter once.'),
    ]
  }
  const aliases = form.id_param_aliases ?? {}
  if (Array.isArray(aliases)) return []
  return Object.keys(aliases)
    .filter(each => !params.includes(each))
    .map(each =>
      fault(
        [...path, 'id_param_aliases', each],
        `"${each}" is not a parameter of the id`,
        suggest(each, params),
        true,
      ),
    )
}

function formatFaults(form: ResourceForm, path: Path): FormFault[] {
  const format = form.observation_format
  const faults: FormFault[] = []
  if (format === 'patterns' && form.patterns === undefined) {
    faults.push(
      fault(
        [...path, 'observation_format'],
        '"patterns" are missing',
        'Add "patterns": a field name to a pattern.',
      ),
    )
  }
  if (form.patterns !== undefined && format !== undefined && format !== 'patterns') {
    faults.push(
      fault(
        [...path, 'patterns'],
        `"patterns" are not used by the format "${format}"`,
        'Leave out one of the two.',
      ),
    )
  }
  if (
    form.find !== undefined &&
    (format === 'kv_text' || format === 'patterns' || form.patterns !== undefined)
  ) {
    faults.push(
      fault([...path, 'find'], '"find" needs a list in JSON', 'Use the format "fields" or "exists" with it.'),
    )
  }
  return faults
}

/** Every `${…}` must be the id or a part of it. */
function templateFaults(form: ResourceForm, path: Path): FormFault[] {
  const known = ['id', ...idParamsOf(form)]
  const used = [...JSON.stringify(form.observation_args ?? {}).matchAll(/\$\{([^}"]*)\}/g)].map(
    each => each[1] ?? '',
  )
  return used
    .filter(each => !known.includes(each))
    .map(each => fault([...path, 'observation_args'], `\${${each}} stands for nothing`, suggest(each, known)))
}

function matchFaults(form: MatchForm, path: Path): FormFault[] {
  const kinds = [form.text, form.json, form.empty].filter(each => each !== undefined).length
  if (kinds !== 1)
    return [fault(path, 'a rule is one of "text", "json" or "empty"', 'Make one rule for each.')]
  const tests = [form.equals, form.matches, form.present].filter(each => each !== undefined).length
  if (form.json === undefined && tests > 0) {
    return [
      fault(path, '"equals", "matches" and "present" need "json"', 'Add the path of the value as "json".'),
    ]
  }
  if (form.json !== undefined && tests !== 1) {
    return [
      fault(path, '"json" needs one of "equals", "matches" or "present"', 'Say what the value must be.'),
    ]
  }
  return []
}

function featureFaults(form: FeatureForm, path: Path): FormFault[] {
  if (typeof form === 'string') return []
  const { test = 'value', value } = form
  const takesValue = ['equals', 'matches', 'same_as'].includes(test)
  if (takesValue && value === undefined) return [fault(path, `the test "${test}" needs a "value"`, 'Add it.')]
  if (!takesValue && value !== undefined)
    return [fault(path, `the test "${test}" takes no "value"`, 'Leave it out.')]
  if (!takesValue || test === 'equals') return []
  if (typeof value !== 'string')
    return [fault([...path, 'value'], 'the value is not a string', 'Make it a string.')]
  const why = test === 'matches' ? patternFault(value) : undefined
  return why === undefined ? [] : [fault([...path, 'value'], `the pattern ${why}`, 'Change it.')]
}

function toolFaults(form: ToolForm, path: Path, classes: readonly string[]): FormFault[] {
  const faults = Object.entries(form.roles ?? {})
    .filter(([, each]) => !classes.includes(each))
    .map(([argument, each]) =>
      fault([...path, 'roles', argument], `there is no class "${each}"`, suggest(each, classes)),
    )
  const made = form.creates?.resource_class
  if (made !== undefined && !classes.includes(made)) {
    faults.push(
      fault([...path, 'creates', 'resource_class'], `there is no class "${made}"`, suggest(made, classes)),
    )
  }
  if (form.effects !== undefined && form.action_param === undefined) {
    faults.push(
      fault(
        [...path, 'effects'],
        '"effects" needs "action_param"',
        'Name the argument that chooses the action.',
      ),
    )
  }
  return faults
}

function suggest(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${meant}"?`
}

/** Where something stands that stood before. */
function doubles(names: readonly string[]): number[] {
  return names.flatMap((each, index) => (names.indexOf(each) < index ? [index] : []))
}

function fault(path: Path, what: string, now: string, inKey = false): FormFault {
  return { path, inKey, what, now }
}
