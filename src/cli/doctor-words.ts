import { sep } from 'node:path'
import type { Finding, Level } from '../doctor/finding.ts'
import type { Patient } from '../doctor/patient.ts'
import type { Machine } from '../hosts/machine.ts'
import type { Json } from '../json.ts'
import type { Folder } from '../project/paths.ts'
import { flowed, widthOf } from './flowed.ts'
import { printable } from './print.ts'
import { shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { count, inkOf } from './words.ts'

/** Is nothing broken? Warnings do not count. */
export function isSound(findings: readonly Finding[]): boolean {
  return findings.every(({ level }) => level !== 'problem')
}

/** What was found, under a heading for this machine, each file of a host, and each folder of ours. */
export function doctorInWords(
  shell: Shell,
  { machine, folders }: Pick<Patient, 'machine' | 'folders'>,
  findings: readonly Finding[],
): string {
  const width = widthOf(shell)
  const headings = [...new Set(findings.map(each => headingOf(each, machine, folders)))]
  const blocks = headings.map(heading => {
    const members = findings.filter(each => headingOf(each, machine, folders) === heading)
    const lines = members.map(each => findingInWords(each, machine, width))
    return `${inkOf(shell).name(heading)}\n${lines.join('')}`
  })
  return `${blocks.join('\n')}\n${verdict(findings)}\n`
}

function headingOf({ file }: Finding, machine: Machine, folders: readonly Folder[]): string {
  if (file === null) return 'This machine'
  const folder = folders.find(({ path }) => file === path || file.startsWith(path + sep))
  const name = printable(shortPath(machine, folder?.path ?? file))
  return folder === undefined ? name : `Kept in ${name}`
}

const marks: Record<Level, string> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' }

function findingInWords({ level, what, now, run }: Finding, { home }: Machine, width: number): string {
  const short = (text: string) => printable(text, 600).replaceAll(`${home}/`, '~/')
  const mend = [...(now === null ? [] : [short(now)]), ...(run === null ? [] : [`→ ${printable(run, 600)}`])]
  const lines = [`  ${marks[level]}  ${short(what)}`, ...mend.map(each => `           ${each}`)]
  return lines.map((line, at) => `${flowed(line, width, at === 0 ? 9 : 0)}\n`).join('')
}

function verdict(findings: readonly Finding[]): string {
  const of = (wanted: Level) => findings.filter(({ level }) => level === wanted).length
  const [problems, warnings] = [of('problem'), of('warning')]
  if (problems + warnings === 0) return `All is well: ${count(of('ok'), 'check')}.`
  return `${count(problems, 'problem')}, ${count(warnings, 'warning')}, ${of('ok')} ok.`
}

/** The same as one document. */
export function doctorAsJson(findings: readonly Finding[], started: boolean): Json {
  const of = (wanted: Level) => findings.filter(({ level }) => level === wanted).length
  return {
    ok: isSound(findings),
    started,
    counts: { ok: of('ok'), warning: of('warning'), problem: of('problem') },
    findings: findings.map(({ check, level, server, file, what, now, run }) => {
      return { check, level, server, file, what, now, run }
    }),
  }
}
