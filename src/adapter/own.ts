/** A record's own value by key: never what every object inherits (`constructor`, `toString`). */
export function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
