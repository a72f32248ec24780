import { Option } from 'commander'

/** For an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** `--scope`: whose files are meant. */
export function scopeOption(byDefault: 'project' | 'all'): Option {
  return new Option('--scope <scope>', 'files of the project, of the user, or both')
    .choices(['project', 'user', 'all'])
    .default(byDefault)
}
