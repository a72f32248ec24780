import { validateHeaderName, validateHeaderValue } from 'node:http'
import { isObject, parseJson } from '../json.ts'
import { Problem } from '../problem.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The headers for a remote server: of `--header "Name: ${VARIABLE}"`, and of MCPGRAPHY_HEADERS, a JSON object, in
 * which values stand as they are. `--header` counts where both name one.
 * A value in a command line can be read by every program of this machine, so one that may be a secret is refused there.
 * Throws `header-invalid`, which never repeats a value.
 */
export function readHeaders(
  given: readonly string[],
  variable: string | undefined,
  env: Environment,
): Record<string, string> {
  const headers = fromVariable(variable)
  for (const text of given) {
    const [name, value] = nameAndValue(text)
    for (const known of Object.keys(headers))
      if (known.toLowerCase() === name.toLowerCase()) delete headers[known]
    headers[name] = fillIn(value, env, `--header ${name}`)
  }
  for (const [name, value] of Object.entries(headers)) check(name, value)
  return headers
}

/** A text with `${VARIABLE}` filled in from the environment. Throws `header-invalid` where one is not set. */
export function fillIn(text: string, env: Environment, where: string): string {
  return text.replace(variables, (_, name: string) => {
    const value = env[name]
    if (value) return value
    throw bad(
      where,
      `the variable ${name} is not set`,
      `Set it in the environment of the host: "env": {"${name}": …}`,
    )
  })
}

const variables = /\$\{([A-Za-z_]\w*)\}/g

function fromVariable(text: string | undefined): Record<string, string> {
  if (text === undefined || text.trim() === '') return {}
  const value = parseJson(text)
  if (!isObject(value)) throw bad('MCPGRAPHY_HEADERS', 'it is no JSON object', example)
  const odd = Object.keys(value).find(name => typeof value[name] !== 'string')
  if (odd !== undefined) throw bad('MCPGRAPHY_HEADERS', `the value of ${odd} is no text`, example)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)]))
}

function nameAndValue(text: string): [string, string] {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(colon, 0)).trim()
  const value = text.slice(colon + 1).trim()
  if (name === '')
    throw bad('--header', 'it has no name before a colon', `Write it so: --header "Name: \${VARIABLE}"`)
  if (value.search(variables) === -1 && !isNoSecret.test(name))
    throw bad(
      `--header ${name}`,
      'its value stands in the command line, where every program of this machine can read it',
      `Put it into a variable: --header "${name}: \${VARIABLE}", or where your host fills such variables in itself, into the environment: ${example}`,
    )
  return [name, value]
}

/** Headers that say how to answer, and never who asks. */
const isNoSecret = /^(?:accept-language|user-agent|x-mcp-(?:toolsets|tools|readonly|features|host))$/i

/** What the protocol itself says in headers is not the user's to say. */
const isOurs =
  /^(?:mcp-.*|accept|content-type|content-length|transfer-encoding|connection|host|last-event-id)$/i

function check(name: string, value: string): void {
  const where = `The header ${JSON.stringify(name.slice(0, 50))}`
  if (isOurs.test(name)) throw bad(where, 'the protocol sets it', 'Leave it out.')
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  } catch {
    throw bad(
      where,
      'its name or its value holds what no header may',
      'Look for line ends and characters beyond Latin-1.',
    )
  }
}

function bad(where: string, what: string, now: string): Problem {
  return new Problem('header-invalid', { where, what, now })
}

const example = `MCPGRAPHY_HEADERS='{"Authorization": "Bearer …"}'`
