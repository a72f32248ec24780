/** The learned graph as `mcpgraphy graph export` prints it, as far as a picture needs it. */
export interface LearnedGraph {
  readonly server: string
  readonly tools: readonly LearnedTool[]
}

export interface LearnedTool {
  readonly tool: string
  readonly ok: number
  readonly failed: number
  readonly failures: readonly { what: string; times: number; explanations: readonly string[] }[]
  readonly edges: readonly LearnedEdge[]
}

export interface LearnedEdge {
  readonly role: string
  readonly resource_class: string
  readonly state: string
  readonly expects: string
  readonly failed: Readonly<Record<string, number>>
  readonly after: Readonly<Record<string, number>>
}

/** Why a tool fails, as what always held; in the server's own words where nothing that was read explains it. */
export function whyInWords({ what, explanations }: LearnedTool['failures'][number]): string {
  return explanations.length > 0
    ? `while ${explanations.join(' and ')}`
    : `for a reason that no reading shows: ${what}`
}
