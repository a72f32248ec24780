import type { FailureKind } from './evidence.ts'

/**
 * Texts by which servers of every make tell a failure that says nothing about a state; the first that fits decides.
 * Kept narrow, since what fits none of them may be about a state: "not allowed from state CLOSED" is, "not allowed to
 * read" is about access; "payment method not found" is, "method not found" is about the protocol.
 */
const forms: readonly (readonly [FailureKind, readonly RegExp[]])[] = [
  [
    'protocol',
    [/^(?:error: )?(?:unknown tool|no such tool|method not found|tool \S+ (?:not found|does not exist))/i],
  ],
  [
    'arguments',
    [
      /-32602|\binput validation\b|\binvalid (?:arguments?|parameters?|params|input|argument value)\b/i,
      /\binvalid_(?:type|enum_value|union|string|literal)\b|\btoo_(?:small|big)\b|\bunrecognized[_ ]keys?\b/i,
      /\bmissing (?:required )?(?:argument|parameter|param|property|field)s?\b/i,
      /\brequired (?:argument|parameter|property)\b.*\bmissing\b|\bvalidation (?:errors?|failed)\b/i,
      /\bmust be (?:an? )?(?:[\w-]+ ){0,3}(?:string|number|integer|boolean|array|object)\b/i,
      /\bexpected \w+,? (?:but )?(?:received|got) \w+/i,
    ],
  ],
  [
    'access',
    [
      /\b(?:access|permission) (?:is |was )?denied\b|\bunauthori[sz]ed\b|\bforbidden\b|\bnot authori[sz]ed\b/i,
      /\boutside (?:of )?(?:the )?allowed\b|\b(?:insufficient|missing) (?:permission|privilege|scope)/i,
      /\b(?:do|does|did) not have (?:the )?(?:required |necessary |sufficient )?(?:permission|access|privilege|scope)|\bno permission\b/i,
      /\bbad credentials\b|\blog ?in required\b|\bnot logged in\b|\b(?:token|session|credentials?) (?:has |have |is |are )?(?:expired|invalid|revoked)\b/i,
      /\bauthentication (?:is )?(?:required|failed)\b|\b(?:invalid|expired|missing) (?:access )?(?:token|credentials|api key)\b/i,
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

/** How much of a text is looked at, in UTF-16 units. */
const longestLook = 1000

/** Codes that decide by themselves: of JSON-RPC, and of HTTP where servers pass them on. */
function kindOfCode(code: string): FailureKind | undefined {
  if (code === '-32601' || code === '-32700') return 'protocol'
  if (code === '-32602') return 'arguments'
  if (code === '401' || code === '403') return 'access'
  return code === '429' || /^5\d\d$/.test(code) ? 'transient' : undefined
}

/** The kind of a failure by its form alone. `text` without the call's own values: a file may be called forbidden.txt. */
export function kindOf(text: string, code: string): FailureKind {
  const head = text.slice(0, longestLook)
  const fits = ([, texts]: (typeof forms)[number]) => texts.some(each => each.test(head))
  return kindOfCode(code) ?? forms.find(fits)?.[0] ?? 'state'
}
