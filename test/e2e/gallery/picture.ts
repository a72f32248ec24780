import type { LearnedGraph } from './graph.ts'
import { type Arrow, type ClassPicture, classesIn, type StateBox } from './states.ts'

/** Sizes in pixels. A letter of the font is as wide as `letter`, so that nothing has to be measured. */
const letter = 7.3
const line = 18
const pad = 12
const gap = 26
const margin = 20
const longestLine = 62

/** The picture of a learned graph: one SVG, the same for the same graph, readable on a light and on a dark page. */
export function pictureOf(graph: LearnedGraph): string {
  const parts: string[] = []
  let top = margin
  let width = 0
  for (const each of classesIn(graph)) {
    const drawn = drawClass(each, top)
    parts.push(...drawn.parts)
    top = drawn.bottom + gap
    width = Math.max(width, drawn.width)
  }
  const size = `width="${width + margin}" height="${top}" viewBox="0 0 ${width + margin} ${top}"`
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="What was learned of ${escaped(graph.server)}">`
  return [
    head,
    style,
    arrowhead,
    '<rect class="page" width="100%" height="100%"/>',
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

interface Box extends StateBox {
  readonly top: number
  readonly lines: readonly { text: string; kind: string }[]
  readonly height: number
}

function drawClass({ name, states, arrows }: ClassPicture, top: number) {
  const boxes = placed(states, top + line + 8)
  const width = Math.max(...boxes.flatMap(box => box.lines.map(({ text }) => text.length))) * letter + 2 * pad
  const lanes = lanesOf(arrows, margin + width)
  const last = boxes[boxes.length - 1]!
  return {
    parts: [
      text(margin, top + line - 4, 'class', name),
      ...boxes.flatMap(box => drawBox(box, width)),
      ...lanes.map(lane => drawArrow(lane, boxes, margin + width)),
    ],
    bottom: last.top + last.height,
    width: Math.ceil(Math.max(margin + width, ...lanes.map(lane => lane.x + lane.width))),
  }
}

function placed(states: readonly StateBox[], top: number): Box[] {
  const boxes: Box[] = []
  for (const state of states) {
    const before = boxes[boxes.length - 1]
    const lines = [
      { text: state.state === '' ? 'it is there' : state.state, kind: 'state' },
      ...state.stays.flatMap(text => wrapped(`✓ ${text}`, 'ok')),
      ...state.fails.flatMap(text => wrapped(`✗ ${text}`, 'no')),
    ]
    const height = Math.max(lines.length * line + 2 * pad - 4, 44)
    boxes.push({
      ...state,
      lines,
      height,
      top: before === undefined ? top : before.top + before.height + gap,
    })
  }
  return boxes
}

/** Lines of at most so many letters; the later ones are set in. */
function wrapped(words: string, kind: string): { text: string; kind: string }[] {
  const lines = ['']
  for (const word of words.split(' ')) {
    const here = lines[lines.length - 1]!
    if (here !== '' && here.length + word.length > longestLine) lines.push(`    ${word}`)
    else lines[lines.length - 1] = here === '' ? word : `${here} ${word}`
  }
  return lines.map(text => ({ text, kind }))
}

function drawBox(box: Box, width: number): string[] {
  return [
    `<rect class="box" x="${margin}" y="${box.top}" width="${round(width)}" height="${box.height}" rx="8"/>`,
    ...box.lines.map(({ text: words, kind }, at) =>
      text(margin + pad, box.top + pad + 10 + at * line, kind, words),
    ),
  ]
}

interface Lane extends Arrow {
  readonly x: number
  readonly width: number
  /** Several arrows leave and reach one box: each at a height of its own. */
  readonly shift: number
}

/** Each arrow has a lane of its own to the right of the boxes, as wide as its words. */
function lanesOf(arrows: readonly Arrow[], right: number): Lane[] {
  let x = right + 24
  return arrows.map((arrow, at) => {
    const width = Math.max(...arrow.tools.map(tool => tool.length)) * letter + 24
    const lane = { ...arrow, x, width, shift: (at % 4) * 7 }
    x += width
    return lane
  })
}

function drawArrow({ from, to, tools, x, shift }: Lane, boxes: readonly Box[], right: number): string {
  const start = boxes[from]!.top + 14 + shift
  const end = boxes[to]!.top + 10 + shift
  const [turn, r] = [end > start ? 1 : -1, 6]
  const path = [
    `M${round(right)} ${start} H${round(x - r)} Q${round(x)} ${start} ${round(x)} ${start + turn * r}`,
    `V${end - turn * r} Q${round(x)} ${end} ${round(x - r)} ${end} H${round(right + 3)}`,
  ].join(' ')
  const middle = (start + end) / 2 - ((tools.length - 1) * line) / 2 + 4
  const words = tools.map((tool, at) => text(x + 8, middle + at * line, 'tool', tool))
  return [`<path class="arrow" d="${path}" marker-end="url(#head)"/>`, ...words].join('\n')
}

function text(x: number, y: number, kind: string, words: string): string {
  return `<text class="${kind}" x="${round(x)}" y="${round(y)}" xml:space="preserve">${escaped(words)}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A server's words stay words. */
function escaped(words: string): string {
  return words
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}

const arrowhead =
  '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>'

const style = `<style>
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; paint-order: stroke; stroke: #fff; stroke-width: 3px }
.page { fill: #fff } .box { fill: #f6f8fa; stroke: #8c959f } .box + text, .state { stroke: none }
.class { font-weight: bold; font-size: 14px } .state { font-weight: bold } .ok { fill: #1a7f37; stroke: none } .no { fill: #cf222e; stroke: none }
.arrow { fill: none; stroke: #57606a; stroke-width: 1.4 } .head { fill: #57606a }
</style>`
