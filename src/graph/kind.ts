import type { FailureKind } from './evidence.ts'

/**
 * Texts by which servers of every make tell a failure that says nothing about a state; the first that fits decides.
 * Kept narrow, since what fits none of them may be about a state: "not allowed from state CLOSED" is, "not allowed to
 * read" is about access; "payment method not found" is, "method not found" is about the protocol.
 */
const forms: readonly (readonly [FailureKind, readonly RegExp[]])[] = [
  [
    'arguments',
    [
      /-32602|\binput validation\b|\binvalid (?:arguments?|parameters?|params|input|argument value)\b/i,
      /\binvalid (?:url|uri|json|date|date.?time|time ?stamp|e-?mail|uuid|guid|regex|regular expression|cron|base64|format|encoding|scheme|syntax|query|path segments?)\b/i,
      /\binvalid_(?:type|enum_value|union|string|literal|arguments?|params?|parameters?|input)\b|\btoo_(?:small|big)\b|\bunrecognized[_ ]keys?\b/i,
      /\bmissing (?:required )?(?:argument|parameter|param|property|field)s?\b/i,
      /\brequired (?:argument|parameter|property)\b.*\bmissing\b|\bvalidation[_ ](?:errors?|failed)\b/i,
      /\b(?:argument|parameter|param)s?\b.{0,40}\b(?:requires?|(?:is|are) required|(?:is|are) missing)\b/i,
      /\b(?:cannot|must not|can only|may only) (?:specify|provide|pass|give|set|use) (?:both|either|only one|exactly one)\b/i,
      /\bmust be (?:an? )?(?:[\w-]+ ){0,3}(?:string|number|integer|boolean|array|object)\b/i,
      /\bexpected \w+,? (?:but )?(?:received|got) \w+/i,
      /\bsyntax error\b|\bis not valid JSON\b|\bunexpected (?:token|end of JSON)\b/i,
    ],
  ],
  [
    'access',
    [
      /\b(?:access|permission)[ _](?:is |was )?denied\b|\bunauthori[sz]ed\b|\bunauthenticated\b|\bforbidden\b|\bnot (?:authori[sz]ed|authenticated)\b/i,
      /\boutside (?:of )?(?:the )?allowed\b|\b(?:insufficient|missing) (?:permission|privilege|scope)/i,
      /\b(?:do|does|did) not have (?:the )?(?:required |necessary |sufficient )?(?:permission|access|privilege|scope)|\bno permission\b/i,
      /\bbad credentials\b|\blog ?in required\b|\bnot logged in\b|\bre-?authenticate\b/i,
      /\b(?:token|session|credential|api key)s? (?:has |have |is |are )?(?:expired|invalid|revoked|no longer valid|not valid|missing|not set|not configured)\b/i,
      /\bauthentication (?:is )?(?:required|failed)\b|\b(?:invalid|expired|missing) (?:access )?(?:token|credentials|api key)\b/i,
      /\bno (?:access|api|auth\w*)(?: \w+)?,? (?:\w+ )*(?:token|key|credentials)\b/i,
      /\bread-?only (?:transaction|replica|user|connection|file ?system)\b|\bEROFS\b/i,
      /\bEACCES\b|\bEPERM\b|\b(?:HTTP|status|error)[\s:-]*(?:code[\s:]*)?40[13]\b|^40[13]\b/i,
    ],
  ],
  [
    'transient',
    [
      /\btimed out\b|\b(?:request|connection|read|gateway) timeout\b|\btimeout (?:of|after|exceeded|expired|reached)\b/i,
      /\brate.?limit|\btoo many requests\b|\b(?:try|retry)(?: again)? (?:later|in (?:a|\d)|soon|after)\b/i,
      /\bquota (?:was |is |has been )?exceeded\b|\bdeadline exceeded\b|\boverloaded\b|\bserver (?:is )?busy\b|\bthrottl/i,
      /\btemporar(?:ily (?:un|not )|y (?:failure|error|problem))|\bservice unavailable\b|\bbad gateway\b/i,
      /\bECONN(?:REFUSED|RESET|ABORTED)\b|\bETIMEDOUT\b|\bENOTFOUND\b|\bEAI_AGAIN\b|\bEBUSY\b|\bEMFILE\b|\bENFILE\b|\bENOSPC\b|\bEPIPE\b/,
      /\bfetch failed\b|\bnetwork (?:error|is unreachable)\b|\bsocket hang ?up\b|\bbroken pipe\b|\bconnection (?:closed|reset|refused)\b|\bdatabase is locked\b/i,
      /\binternal server error\b|\b(?:HTTP|status|error)[\s:-]*(?:code[\s:]*)?(?:429|5\d\d)\b|^(?:429|50\d)\b/i,
    ],
  ],
]

/** An unknown tool, and an answer of the server's own that breaks its output schema: before any code, since SDKs give both -32602. */
const protocolForms = [
  /^(?:error: )?(?:unknown tool|no such tool|method not found|tool \S+ (?:not found|does not exist))/i,
  /\binvalid (?:tools\/call |tool )?(?:result|response|structured content)\b|\b(?:response|output|result) validation (?:failed|error)|\boutput schema\b/i,
]

/** How much of a text is looked at, in UTF-16 units. */
const longestLook = 1000

/** Codes that decide by themselves: of JSON-RPC, of HTTP where servers pass them on, and in words. */
function kindOfCode(code: string): FailureKind | undefined {
  if (code === '-32601' || code === '-32700') return 'protocol'
  if (code === '-32602') return 'arguments'
  if (code === '401' || code === '403') return 'access'
  if (code === '429' || /^5\d\d$/.test(code)) return 'transient'
  return wordCodes.find(([, form]) => form.test(code))?.[0]
}

const wordCodes: readonly (readonly [FailureKind, RegExp])[] = [
  ['protocol', /^(?:UNKNOWN_TOOL|TOOL_NOT_FOUND|METHOD_NOT_FOUND|UNIMPLEMENTED)$/i],
  [
    'arguments',
    /^(?:E?VALIDATION(?:_\w+)?|INVALID_(?:ARGUMENTS?|PARAM\w*|INPUT|TYPE)|MISSING_(?:ARG|PARAM)\w*|BAD_PARAM\w*)$/i,
  ],
  [
    'access',
    /^(?:UNAUTHENTICATED|UNAUTHORI[SZ]ED|FORBIDDEN|(?:PERMISSION|ACCESS)_DENIED|\w*AUTH_(?:REQUIRED|FAILED))$/i,
  ],
  [
    'transient',
    /^(?:RATE_LIMIT\w*|TOO_MANY_REQUESTS|TIMEOUT|DEADLINE_EXCEEDED|UNAVAILABLE|SERVICE_UNAVAILABLE|INTERNAL(?:_SERVER)?_ERROR)$/i,
  ],
]

/** The kind of a failure by its form alone. `text` without the call's own values: a file may be called forbidden.txt. */
export function kindOf(text: string, code: string): FailureKind {
  const head = text.slice(0, longestLook)
  if (protocolForms.some(each => each.test(head))) return 'protocol'
  const fits = ([, texts]: (typeof forms)[number]) => texts.some(each => each.test(head))
  return kindOfCode(code) ?? forms.find(fits)?.[0] ?? 'state'
}
