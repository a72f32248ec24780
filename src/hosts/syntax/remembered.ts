/**
 * A function of a text that keeps what it gave for the last few texts: an edit asks for the same ones many times.
 * Errors are not kept.
 */
export function remembered<Value>(make: (text: string) => Value, most = 16): (text: string) => Value {
  const known = new Map<string, Value>()
  return text => {
    const old = known.get(text)
    if (old !== undefined) return old
    const value = make(text)
    if (known.size >= most) known.delete(known.keys().next().value ?? '')
    known.set(text, value)
    return value
  }
}
