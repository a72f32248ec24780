import { doubles, fault, type Path, suggest } from './fault.ts'
import type { FormFault } from './form-faults.ts'
import { matchFaults } from './match-meaning.ts'
import { idParamsOf } from './normalise.ts'
import { patternFault } from './pattern.ts'
import type { FeatureForm, ResourceForm } from './schema.ts'

/** What a resource block says that makes no sense. `path` is where it stands in the file. */
export function resourceFaults(form: ResourceForm, path: Path): FormFault[] {
  return [
    ...idFaults(form, path),
    ...formatFaults(form, path),
    ...templateFaults(form, path),
    ...(form.missing ?? []).flatMap((each, index) => matchFaults(each, [...path, 'missing', index])),
    ...(form.features ?? []).flatMap((each, index) => featureFaults(each, [...path, 'features', index])),
  ]
}

/** An empty "id_params" says that there is one such resource only. */
function idFaults(form: ResourceForm, path: Path): FormFault[] {
  const params = idParamsOf(form)
  if (form.id_param !== undefined && form.id_params !== undefined) {
    return [fault([...path, 'id_params'], 'both "id_param" and "id_params" are given', 'Keep one of them.')]
  }
  if (params.length === 0 && form.id_params === undefined) {
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
