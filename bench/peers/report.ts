import { cpus } from 'node:os'
import type { Measured } from './measure.ts'
import { peerPackages, type Way } from './rows.ts'

/** The tables as Markdown, one for each way, with what they were measured on. */
export function report(all: readonly Measured[], today: string): string {
  const ways = [...new Set(all.map(({ row }) => row.way))]
  const sections = ways.map(way => {
    const rows = all.filter(({ row }) => row.way === way)
    return [`**${titles[way]}**`, '', ...heads, ...rows.map(each => rowOf(each, rows[0] ?? each))].join('\n')
  })
  return [machine(today), ...sections].join('\n\n')
}

const titles: Readonly<Record<Way, string>> = {
  'stdio → stdio': 'The host starts the server (no peer does this)',
  'stdio → HTTP': 'The host starts a program, the server is reached over HTTP',
  'HTTP → stdio':
    'The host speaks HTTP, the program starts the server (the server without anything: over stdio)',
}

const heads = [
  '| between them | added to a call of 1 KB, median | 99th of a hundred | calls a second, 50 in flight | resident | start to first byte | one result of 100 MB | most memory for it |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
]

function rowOf(each: Measured, base: Measured): string {
  const { row, startMs, callMs, callsPerSecond, residentBytes, large, failure } = each
  const added = (share: number) => quantile(callMs, share) - quantile(base.callMs, share)
  const isBase = each === base
  const cells = [
    row.name,
    isBase ? `(${micros(quantile(callMs, 0.5))})` : micros(added(0.5)),
    isBase ? `(${micros(quantile(callMs, 0.99))})` : micros(added(0.99)),
    callsPerSecond.length > 0 ? Math.round(quantile(callsPerSecond, 0.5)).toLocaleString('en') : '',
    megabytes(residentBytes),
    startMs.length > 0 ? `${Math.round(quantile(startMs, 0.5))} ms` : '',
    large ? `${Math.round(large.ms)} ms` : (failure ?? ''),
    megabytes(large?.peakBytes),
  ]
  return `| ${cells.join(' | ')} |`
}

function machine(today: string): string {
  const model = cpus()[0]?.model.trim()
  const where = `${model}, ${cpus().length} cores, Node ${process.versions.node}, ${process.platform}`
  return `${today}, ${where}; ${peerPackages.join(', ')}.`
}

function micros(ms: number): string {
  return Number.isNaN(ms) ? '' : `${(ms * 1000).toFixed(0)} µs`
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : `${Math.round(bytes / 1e6)} MB`
}

/** The value below which this share of all values lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}
