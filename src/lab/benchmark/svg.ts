import type { Plot } from './plots.ts'

const size = { width: 720, height: 420, left: 60, right: 190, top: 40, bottom: 50 } as const
const colours = [
  '#4e79a7',
  '#f28e2b',
  '#e15759',
  '#76b7b2',
  '#59a14f',
  '#b07aa1',
  '#9c755f',
  '#d4a017',
  '#7f7f7f',
  '#1b9e9e',
]

/** A plot as one SVG element, which needs nothing else to be seen: no script, no font, no network. */
export function svgOf({ title, x, y, series }: Plot): string {
  const points = series.flatMap(each => each.points)
  const [right, top] = [most(points.map(([value]) => value)), most(points.map(([, value]) => value))]
  const px = (value: number) => size.left + (value / right) * (size.width - size.left - size.right)
  const py = (value: number) =>
    size.height - size.bottom - (value / top) * (size.height - size.top - size.bottom)
  const marks = [0, 0.25, 0.5, 0.75, 1]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escaped(title)}" font-family="sans-serif" font-size="12">`,
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    text(size.left, 22, title, 'font-size="14" font-weight="bold"'),
    ...marks.map(part => line([px(part * right), py(0)], [px(part * right), py(top)], '#eee')),
    ...marks.map(part => line([px(0), py(part * top)], [px(right), py(part * top)], '#eee')),
    ...marks.map(part => text(px(part * right), py(0) + 18, label(part * right), 'text-anchor="middle"')),
    ...marks.map(part => text(px(0) - 8, py(part * top) + 4, label(part * top), 'text-anchor="end"')),
    text((px(0) + px(right)) / 2, size.height - 12, x, 'text-anchor="middle"'),
    `<text transform="translate(16 ${(py(0) + py(top)) / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
    ...series.flatMap(({ name, points: own }, index) => {
      const colour = colours[index % colours.length] ?? '#000'
      const path = own.map(([a, b]) => `${px(a).toFixed(1)},${py(b).toFixed(1)}`)
      const row = size.top + 18 * index
      return [
        ...(own.length > 1
          ? [`<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`]
          : []),
        ...own.map(
          ([a, b]) =>
            `<circle cx="${px(a).toFixed(1)}" cy="${py(b).toFixed(1)}" r="${own.length > 1 ? 2.5 : 5}" fill="${colour}"><title>${escaped(`${name}: ${label(a)}, ${label(b)}`)}</title></circle>`,
        ),
        `<circle cx="${size.width - size.right + 20}" cy="${row}" r="5" fill="${colour}"/>`,
        text(size.width - size.right + 32, row + 4, name, ''),
      ]
    }),
    '</svg>',
  ].join('\n')
}

/** Where an axis ends: a round number above all values. */
function most(values: readonly number[]): number {
  const greatest = Math.max(0, ...values)
  if (greatest === 0) return 1
  const unit = 10 ** Math.floor(Math.log10(greatest))
  return [1, 2, 4, 5, 6, 8, 10].map(each => each * unit).find(each => each >= greatest) ?? greatest
}

function label(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function text(x: number, y: number, words: string, more: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(words)}</text>`
}

function line(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  colour: string,
): string {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${colour}"/>`
}

/** Text inside markup stays text. */
export function escaped(words: string): string {
  return words.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
