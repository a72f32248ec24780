import { digest } from './digest.ts'
import type { Evidence } from './evidence.ts'

/** Which resources with which request: two failures with the same subject are one failure seen twice. */
export function subjectDigest({ roles, requestDigest }: Evidence): string {
  return digest(`${requestDigest}\n${namesOf(roles)}`)
}

/** Which resources. */
export function resourcesDigest({ roles }: Evidence): string {
  return digest(namesOf(roles))
}

function namesOf(roles: Evidence['roles']): string {
  return roles.map(({ role, resource }) => `${role} ${resource}`).join('\n')
}
