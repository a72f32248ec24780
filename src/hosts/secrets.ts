/** What stands where a secret was. */
export const veil = '•••'

/** A secret for people: nothing of it, but of a host's variable its name, which says where the value comes from. */
export function veiled(value: string): string {
  const [, start, byDefault] = /^(\$\{[A-Za-z_]\w*:?[-=?+])([\s\S]*)\}$/.exec(value) ?? []
  if (start !== undefined) return byDefault === '' ? value : `${start}${veil}}`
  const isVariable =
    /^(\$\{([a-zA-Z]+:)?[\w.-]+\}|\$[A-Z_][A-Z\d_]*|%[A-Z_][A-Z\d_]*%|\{(env|file):[\w./~-]+\})?$/
  return isVariable.test(value) ? value : veil
}

/** Does the name of an option, a variable, a header or a member say that its value is a secret? */
export function namesSecret(name: string): boolean {
  const parts = partsOf(name)
  if (['file', 'path', 'dir'].includes(parts.at(-1) ?? '')) return false
  return joined.test(parts.join('')) || parts.some(part => single.test(part))
}

/** The same of a parameter of an address, where short names are used for what lets one in. */
export function asksSecret(parameter: string): boolean {
  return namesSecret(parameter) || /^(code|sig|hmac|ticket|assertion|state|sas)$/i.test(parameter)
}

/** `--apiKey`, `API_KEY` and `api-key` are one name. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(part => part !== '')
}

/** What says so wherever it stands in a name. */
const joined =
  /token|secret|passw|passphrase|credential|authoriz|bearer|cookie|signature|(api|access|account|private|auth|secret|shared|signing|master|client|license)key/

/** What says so as a word of its own, or at the end of one: `PGPASS`, `MYSQL_PWD`. */
const single = /^(keys?|pin|pat|pw|auth|oauth|creds?|jwt|otp|sid|sig)$|pass$|pwd$/

/** Under these names every value is taken for a secret. */
export const secretMaps = /^(env|envs|environment|(http_)?headers|auth|oauth|cookies)$/i

/** Long, of one piece, with digits and letters mixed: nobody would choose it as a name. */
export function looksRandom(word: string): boolean {
  return /^[\w+=-]{24,}$/.test(word) && (word.match(/\d(?=[a-z])|[a-z](?=\d)/gi) ?? []).length >= 4
}
