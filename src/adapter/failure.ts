import type { Adapter, FailureRule } from './adapter.ts'

/** The rules that say of this tool's results which are failures. */
export function failureOf(adapter: Pick<Adapter, 'failure'>, tool: string): FailureRule[] {
  return adapter.failure.filter(({ tools }) => tools === null || tools.includes(tool))
}
