import type { Sample } from '../adapter/draft/evidence.ts'
import { isObject, parseJson } from '../json.ts'
import type { Folder } from '../project/paths.ts'
import { looking, placeOf } from './database.ts'

/** What the proxy saw of a server while it had no adapter, as samples for a draft; none where it saw nothing. */
export async function seenCalls(folder: Folder, server: string): Promise<Sample[]> {
  const sketches = await looking(placeOf(folder), store => store.sketches(server), []).catch(() => [])
  return sketches.flatMap(({ tool, text }) => {
    const sketch = parseJson(text)
    if (!isObject(sketch) || !isObject(sketch.arguments) || !isObject(sketch.result)) return []
    return [{ tool, arguments: sketch.arguments, result: sketch.result }]
  })
}
