import { plotsOf } from './plots.ts'
import type { Result } from './result.ts'
import { escaped, svgOf } from './svg.ts'
import { type Table, tablesOf } from './tables.ts'

/** A run as one page that needs nothing else: tables and plots, no script. */
export function pageOf(result: Result): string {
  const title = `${result.suite}, seed ${result.seed}: ${result.tasks.length} tasks`
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<title>${escaped(title)}</title>`,
    '<style>body{font-family:sans-serif;margin:2em;max-width:70em}table{border-collapse:collapse;margin-bottom:2em}td,th{border:1px solid #ccc;padding:.3em .6em;text-align:left;font-size:.9em}svg{max-width:100%;display:block;margin-bottom:2em}</style>',
    `</head><body><h1>${escaped(title)}</h1>`,
    ...tablesOf(result).map(tableAsHtml),
    ...plotsOf(result).map(svgOf),
    '</body></html>',
    '',
  ].join('\n')
}

function tableAsHtml({ title, heading, rows }: Table): string {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map(each => `<${tag}>${escaped(each)}</${tag}>`).join('')}</tr>`
  return [
    `<h2>${escaped(title)}</h2>`,
    '<table>',
    row('th', heading),
    ...rows.map(each => row('td', each)),
    '</table>',
  ].join('\n')
}
