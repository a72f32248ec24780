import type { StateKey } from '../graph/evidence.ts'
import { inBrackets } from '../graph/state.ts'
import { nameOf } from './hints.ts'
import type { Offer } from './offers.ts'
import type { Step } from './routes.ts'
import { clean } from './words.ts'

/** The offers for one resource, as people and models read them: the state, then each offer with its evidence. */
export function offersInWords(resource: string, state: StateKey | null, offers: readonly Offer[]): string[] {
  const head = `${clean(resource, 200)} ${clean(inBrackets(state), 300)}`
  if (offers.length === 0) return [head, 'No tool is known that acts on it.']
  const isPlain = (offer: Offer) => offer.status === 'UNKNOWN_UNTESTED' && observedInWords(offer) === ''
  return [
    head,
    ...offers.filter(each => !isPlain(each)).flatMap(offerInWords),
    ...untested(offers.filter(isPlain)),
  ]
}

/** What was never tried from here needs no more than its name: nothing else is known of it. */
function untested(offers: readonly Offer[]): string[] {
  const names = offers.map(
    each => `${nameOf(each)}${each.authorization === 'required' ? ' (needs approval)' : ''}`,
  )
  return names.length === 0 ? [] : [`never tried from here [UNKNOWN_UNTESTED]: ${names.join(', ')}`]
}

/** One offer: its tool with status, edge and authorization, then its evidence, indented. */
function offerInWords(offer: Offer): string[] {
  const marks = [offer.status, offer.edge === 'UNKNOWN' ? '' : offer.edge, markOf(offer)].filter(
    each => each !== '',
  )
  const details = [
    offer.needs.length > 0 ? `needs: ${offer.needs.map(each => clean(each, 80)).join(', ')}` : '',
    offer.predicted.length > 0 ? `predicted: ${offer.predicted.map(each => clean(each, 80)).join(', ')}` : '',
    failureInWords(offer),
    observedInWords(offer),
    offer.because.length > 0
      ? `always failed while ${offer.because
          .slice(0, 3)
          .map(each => clean(each, 80))
          .join(' and ')}`
      : '',
    offer.retest ? 'last seen under an earlier schema of the tool: due for a retest' : '',
  ].filter(each => each !== '')
  return [
    `${nameOf(offer)} [${marks.join('; ')}]`,
    ...details.map(each => `    ${each}`),
    `    id: ${clean(offer.id, 300)}`,
  ]
}

function markOf({ authorization }: Offer): string {
  return authorization === 'required' ? 'APPROVAL_REQUIRED' : authorization === 'approved' ? 'APPROVED' : ''
}

/** A call that is expected to fail is expected to fail as most calls did from here. */
function failureInWords({ status, observed }: Offer): string {
  const [most] = [...observed.failed].sort((a, b) => b.times - a.times)
  if (status !== 'NOT_SUPPORTED_FROM_THIS_STATE' || most === undefined) return ''
  return `predicted: call fails with ${clean(most.what, 100)}`
}

function observedInWords({ observed }: Offer): string {
  const failed = observed.failed.map(({ what, times }) => `${clean(what, 100)} x${times}`)
  const seen = [...(observed.ok > 0 ? [`OK x${observed.ok}`] : []), ...failed]
  return seen.length === 0 ? '' : `observed here: ${seen.join(', ')}`
}

/** A route in words: `to status=PUBLISHED: run_tests, publish_release (needs approval)`. */
export function routeInWords(goal: string, route: readonly Step[] | undefined): string {
  if (route === undefined) return `to ${clean(goal, 100)}: no way is known yet`
  if (route.length === 0) return `to ${clean(goal, 100)}: it is so already`
  const steps = route.map(step => `${nameOf(step)}${step.needsApproval ? ' (needs approval)' : ''}`)
  return `to ${clean(goal, 100)}: ${steps.join(', ')}`
}
