import { type Atom, equality, isAside, roleOf } from './atoms.ts'
import type { Model } from './model.ts'

/** Words by which servers say that a thing is not there. */
const missingWords =
  /\bENOENT\b|\bnot[ _]?found\b|\bno such\b|\bdoes(?: not|n't) exist\b|\bmissing\b|\bunknown\b|\b404\b/i

/** Words of aspects that every error uses and that therefore name nothing. */
const plainWords = new Set([
  'is',
  'has',
  'not',
  'the',
  'id',
  'name',
  'type',
  'value',
  'state',
  'args',
  'set',
  'count',
])

/**
 * The atoms of a call that the error's own words speak of: an absent resource where the text says that something is
 * missing, a feature whose name or whose value the text names. They are what a reader of the error would look at first.
 */
export function namedAtoms(text: string, atoms: readonly Atom[]): Atom[] {
  const said = new Set(wordsOf(text))
  const saysMissing = missingWords.test(text)
  return atoms.filter(atom => {
    const is = equality(atom)
    if (is === undefined || is.value === 'not empty') return false
    if (is.aspect.endsWith('.exists')) return is.value === 'false' && saysMissing
    return namesAspect(is.aspect, said) || namesValue(is.value, said)
  })
}

function namesAspect(aspect: string, said: ReadonlySet<string>): boolean {
  const [role = '', ...path] = aspect.split('.')
  const words = wordsOf(path.join(' ')).filter(word => !plainWords.has(word) && !wordsOf(role).includes(word))
  return words.length > 0 && words.every(word => said.has(word))
}

/** Only words that are long enough to be a status count as named: `open`, `DRAFT`, never `true` or `a`. */
function namesValue(value: string, said: ReadonlySet<string>): boolean {
  const words = wordsOf(value)
  const plain = ['true', 'false', 'null', 'empty', 'not empty'].includes(value)
  return !plain && words.length > 0 && value.length >= 4 && words.every(word => said.has(word))
}

/** Lower-case words of a text; camelCase and snake_case come apart. */
function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, 2000)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
}

/**
 * By aspect, the value that an error's words ask for where the call has another (`only DRAFT can be published`, of one
 * that is ARCHIVED): a value of this aspect that some tool of the server has met.
 */
export function wantedIn(
  { tools }: Model,
  text: string,
  now: ReadonlyMap<string, string>,
): Map<string, string> {
  const said = new Set(wordsOf(text))
  const wanted = new Map<string, string>()
  for (const [aspect, value] of now) {
    if (roleOf(aspect) === 'args' || isAside(aspect) || aspect.includes('[') || namesValue(value, said))
      continue
    for (const { values } of tools.values())
      for (const other of values.get(aspect) ?? [])
        if (other !== value && !wanted.has(aspect) && namesValue(other, said)) wanted.set(aspect, other)
  }
  return wanted
}
