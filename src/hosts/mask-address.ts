import { asksSecret, looksRandom, veil } from './secrets.ts'

/**
 * A text with the secrets of the addresses in it veiled: who logs in, parameters that let one in, and parts that look
 * like keys.
 */
export function maskedAddresses(text: string): string {
  return text
    .replace(/(?<![\w+.-])([a-z][\w+.-]{0,30}:\/\/)([\s\S]*)/gi, veiledLogin)
    .replace(/(?<![^\s"'=])([\w.-]{1,60}):(?!\/\/)\S+@(?!sha\d+:)(?=[\w[(])/g, veiledUser)
    .replace(/([?&;#][^=&?#;\s]{1,100}=)([^&#\s"']+)/g, veiledParameter)
    .replace(/(?<=:\/\/\S*\/)[^/?#\s"']{24,}/g, part => (looksRandom(part) ? veil : part))
}

/**
 * All that stands before the last `@` is the log-in: a password may hold any sign. Only where the name of a machine
 * stands right behind the slashes of a web address there is none, and an `@` further on is that of a version.
 */
function veiledLogin(_all: string, scheme: string, rest: string): string {
  if (!isWeb(scheme)) return scheme + withoutLogin(rest, true)
  const [here = '', ...after] = rest.split(/(?=\s)/)
  const behind = after.join('')
  const now = isMachine(here) ? here : withoutLogin(here, false)
  return scheme + now + maskedAddresses(behind)
}

function isWeb(scheme: string): boolean {
  return /^(git\+|\w+\+)?(https?|wss?|file|ssh):\/\/$/i.test(scheme)
}

function isMachine(rest: string): boolean {
  return /^(localhost|[\w-]+(\.[\w-]+)+|\[[\da-f:]+\])([/?#]|$)/i.test(rest)
}

/** The user of a database is shown, as no token stands in its place. */
function withoutLogin(rest: string, showsUser: boolean): string {
  const at = rest.lastIndexOf('@')
  if (at === -1) return rest
  const login = rest.slice(0, at)
  if (login === 'git') return rest
  const [, user] = /^([\w.-]{0,40}):[\s\S]+$/.exec(login) ?? []
  const isShown = showsUser && user !== undefined && !looksRandom(user)
  return `${isShown ? `${user}:` : ''}${veil}${rest.slice(at)}`
}

/** `me:password@host` without a scheme; packages and images have the same form. */
function veiledUser(all: string, user: string): string {
  return /^(npm|jsr|github|file|docker|git)$/.test(user) ? all : `${user}:${veil}@`
}

function veiledParameter(all: string, start: string, value: string): string {
  return asksSecret(start.slice(1, -1)) || looksRandom(value) ? start + veil : all
}
