import type { HostFile } from '../table.ts'

/** The parts of a row that do not say where the file is. */
type What = Omit<HostFile, 'base' | 'path' | 'on' | 'scope'>

/** A file below an application's own data folder, which every system has elsewhere. */
export function inEachAppData(what: What, ...path: string[]): HostFile[] {
  const file = { ...what, path, scope: 'user' } as const
  return [
    { ...file, base: 'macSupport', on: ['darwin'] },
    { ...file, base: 'appData', on: ['win32'] },
    { ...file, base: 'config', on: ['linux'] },
  ]
}

/** A file below the user's home folder, the same on every system. */
export function inHome(what: What, ...path: string[]): HostFile {
  return { ...what, scope: 'user', base: 'home', path }
}

/** A file of a project. */
export function inProject(what: What, ...path: string[]): HostFile {
  return { ...what, scope: 'project', base: 'project', path }
}
