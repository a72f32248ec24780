import { doubles, fault, type Path, suggest } from './fault.ts'
import type { FormFault } from './form-faults.ts'
import { matchFaults } from './match-meaning.ts'
import { idParamsOf } from './normalise.ts'
import { resourceFaults } from './resource-meaning.ts'
import type { FullForm, ToolForm } from './schema.ts'

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
    ...Object.entries(form.tools ?? {}).flatMap(([name, tool]) => [
      ...toolFaults(tool, ['tools', name], classes),
      ...onlyOneFaults(tool, ['tools', name], form),
    ]),
    ...(form.failure ?? []).flatMap((each, index) => matchFaults(each, ['failure', index])),
  ]
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

/** Where there is one resource of a class only, no argument names it and no call makes it. */
function onlyOneFaults(tool: ToolForm, path: Path, { resources }: FullForm): FormFault[] {
  const lone = resources.filter(each => idParamsOf(each).length === 0).map(each => each.resource_class)
  const say = (rest: Path, name: string) =>
    fault(
      [...path, ...rest],
      `"${name}" has no id that could stand here`,
      'Leave it out, or give it an "id_param".',
    )
  const roles = Object.entries(tool.roles ?? {}).filter(([, each]) => lone.includes(each))
  const made = tool.creates?.resource_class
  return [
    ...roles.map(([argument, each]) => say(['roles', argument], each)),
    ...(made !== undefined && lone.includes(made) ? [say(['creates', 'resource_class'], made)] : []),
  ]
}
