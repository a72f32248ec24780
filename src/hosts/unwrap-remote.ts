import { isObject, parseJson } from '../json.ts'
import type { Path } from '../text-edit.ts'
import { type Exchanged, sumOfWords } from './embed.ts'
import type { Stdio } from './entry.ts'
import { rawValue } from './syntax/syntax.ts'
import type { Manner } from './wrap-entry.ts'
import { headersVariable, remoteWords, urlVariable } from './wrap-remote.ts'

/** The address that a wrapped entry reaches now. */
export function addressNow({ launch, env }: Stdio): string {
  const url = launch?.url ?? ''
  const inEnv = env[urlVariable]
  return url === `\${${urlVariable}}` && typeof inEnv === 'string' ? inEnv : url
}

/** The checksum of what a wrapped entry reaches now, and as whom. */
export function addressSum(entry: Stdio): string {
  const url = addressNow(entry)
  return sumOfWords(remoteWords({ url, headers: headersNow(entry), bearer: bearerNow(entry) }))
}

/** An original made from what the entry reaches now: the third way back. Which spelling of `type` stood there is gone. */
export function addressFrom({ syntax, shape }: Manner, text: string, at: Path, entry: Stdio): Exchanged {
  const { args = shape.env, command, url = [], headers, bearer, passes } = shape
  const spell = (place: string, name: string, raw: string) => syntax.spell(text, [...at, place], name, raw)
  const given = headersNow(entry)
  const token = bearerNow(entry)
  const isTyped = rawValue(syntax, text, [...at, 'type'])?.trim() === syntax.text(shape.stdio).trim()
  return {
    members: [
      [command, spell(command, url[0] ?? 'url', syntax.text(addressNow(entry)))],
      [args, Object.keys(given).length === 0 ? null : spell(args, headers, syntax.object(given))],
      ...(isTyped ? [['type', spell('type', 'type', syntax.text(shape.http))] as const] : []),
      ...(token !== undefined && bearer !== undefined && passes !== undefined
        ? [[passes, spell(passes, bearer, syntax.text(token))] as const]
        : []),
    ],
    addedEnv: args !== shape.env && (entry.embedded?.kind !== 'digest' || entry.embedded.addedEnv),
    variables: [headersVariable, urlVariable],
    sum: '',
  }
}

function headersNow({ env }: Stdio): Record<string, string> {
  const given = env[headersVariable]
  const headers = typeof given === 'string' ? parseJson(given) : undefined
  return isObject(headers) ? (headers as Record<string, string>) : {}
}

function bearerNow({ args }: Stdio): string | undefined {
  return /^Authorization: Bearer \$\{(\w+)\}$/.exec(args.at(-1) ?? '')?.[1]
}
