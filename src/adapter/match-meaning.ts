import { fault, type Path } from './fault.ts'
import type { FormFault } from './form-faults.ts'
import type { MatchForm } from './schema.ts'

/** What a rule of `missing` or `failure` says that makes no sense. */
export function matchFaults(form: MatchForm, path: Path): FormFault[] {
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
