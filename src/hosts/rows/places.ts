import type { HostFile } from '../table.ts'

/** The parts of a row that do not say where the file is. */
type What = Omit<HostFile, 'base' | 'path' | 'on' | 'scope'>

/** A file in an application's own data folder, which every system has elsewhere. */
export function inAppData(what: What, mac: string[], windows: string[], linux: string[]): HostFile[] {
  const file = { ...what, scope: 'user' } as const
  return [
    { ...file, base: 'macSupport', path: mac, on: ['darwin'] },
    { ...file, base: 'appData', path: windows, on: ['win32'] },
    { ...file, base: 'config', path: linux, on: ['linux'] },
  ]
}

/** The same path below the application's data folder on every system. */
export function inEachAppData(what: What, ...path: string[]): HostFile[] {
  return inAppData(what, path, path, path)
}

/** A file below the user's home folder, the same on every system. */
export function inHome(what: What, ...path: string[]): HostFile {
  return { ...what, scope: 'user', base: 'home', path }
}

/** A file of a project. */
export function inProject(what: What, ...path: string[]): HostFile {
  return { ...what, scope: 'project', base: 'project', path }
}
