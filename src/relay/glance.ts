import type { Line } from './frames.ts'
import { type Id, idOf, readMessage } from './message.ts'

/**
 * The id of the request that a long line answers, or undefined where it is no answer. Serializers write the id right
 * before the result or at the very end, so the two ends of the line tell; only where they do not, all of it is read.
 * The ends can be wrong about a line that has a key twice, or a method beside its result: good enough to keep count
 * of what was answered, not to decide where a line goes.
 */
export function glance(line: Line): Id | undefined {
  const head = line[0]?.toString('utf8', 0, reach) ?? ''
  const first = idFirst.exec(head)?.[1]
  if (first) return idOf(first)
  const last = resultFirst.test(head) ? idLast.exec(tailOf(line))?.[1] : undefined
  if (last) return idOf(last)
  const message = readMessage(line)
  return message.kind === 'answer' ? message.id : undefined
}

function tailOf(line: Line): string {
  return Buffer.concat(line.slice(-3)).toString('utf8').slice(-reach)
}

const reach = 300
const version = '(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?'
const id = '"id"\\s*:\\s*(-?\\d+|"[\\w:.-]+")'
const idFirst = new RegExp(`^\\s*\\{\\s*${version}${id}\\s*,\\s*"(?:result|error)"\\s*:`)
const resultFirst = new RegExp(`^\\s*\\{\\s*${version}"(?:result|error)"\\s*:`)
const idLast = new RegExp(`,\\s*${version}${id}\\s*\\}\\s*$`)
