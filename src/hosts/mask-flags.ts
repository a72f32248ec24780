import { namesSecret, veil, veiled } from './secrets.ts'

/** What a word is behind the one before it; undefined where that says nothing of it. */
export function afterFlag(flag: string, word: string, isOfClient: boolean): string | undefined {
  if (isOption(word)) return undefined
  if (isFlag(flag) && !flag.includes('=') && (namesSecret(flag) || /^--?headers?$|^-H$/.test(flag)))
    return veiled(word)
  if (/^(bearer|basic|token|password|passwd|passphrase|secret|api[-_]?key)$/i.test(flag)) return veiled(word)
  if (/^(-u|-U|--(proxy-)?user(name)?|--login)$/.test(flag)) return maskedUser(word)
  if (isOfClient && /^-[pPwab]$/.test(flag)) return veiled(word)
  return flag === '-p' && !isHarmless(word) ? veiled(word) : undefined
}

function isFlag(word: string): boolean {
  return word.startsWith('-')
}

/** The next option, where the one before it takes no value; a password may begin with a dash as well. */
function isOption(word: string): boolean {
  return /^(--[a-z][a-z\d-]*(=[\s\S]*)?|-[a-zA-Z])$/.test(word)
}

/** `me:password`, or `me%password` for Windows shares; of a container it is two numbers. */
function maskedUser(word: string): string | undefined {
  const [, user] = /^([^:%]*[:%])[\s\S]+$/.exec(word) ?? []
  return user === undefined || /^\d+:\d+$/.test(word) ? undefined : user + veil
}

/** Behind `-p`: ports, a path, a package. */
function isHarmless(word: string): boolean {
  return /^[\d.:/]+(\/(tcp|udp))?$|^[.~]{0,2}\/|^\.$|^@[\w-]+\/|\.json$/.test(word)
}

/** A short flag with its value in one word: `-pPASSWORD`, `-ume:PASSWORD`, `-HX-Key: …`. */
export function joinedToFlag(word: string, isOfClient: boolean): string | undefined {
  const [, flag = '', value = ''] = /^(-[pPwabuUH])([^-\s][\s\S]*)$/.exec(word) ?? []
  if (flag === '') return undefined
  if (flag === '-H') return value.includes(':') ? flag + veil : undefined
  if (flag === '-u' || flag === '-U') {
    const masked = maskedUser(value)
    return masked && flag + masked
  }
  const isName = /^[a-z][a-z-]*(=|$)/.test(value)
  const isMeant = isOfClient ? !/^ort(=|$)/.test(value) : flag === '-p' && !isName && !isHarmless(value)
  return isMeant ? flag + veiled(value) : undefined
}

/** Is it a program whose short flags take passwords? */
export function takesPasswords(word: string): boolean {
  const [name = ''] = (word.split(/[\\/]/).at(-1) ?? '').split(/[:@]|\.exe$/)
  return clients.has(name)
}

const clients = new Set([
  ...['mysql', 'mysqldump', 'mysqladmin', 'mariadb', 'mongo', 'mongosh', 'mongodump', 'redis-cli', 'sqlcmd'],
  ...['bcp', 'isql', 'cypher-shell', 'snowsql', 'sshpass', 'ldapsearch', 'curl', 'http', 'smbclient'],
  ...['mosquitto_pub', 'mosquitto_sub'],
])
