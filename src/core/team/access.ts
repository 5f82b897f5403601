/** What a route requires of the member who sends a request (SPEC C72, C305). Each route declares it. */
import type { Permission } from './roles.ts'

/** A permission, or several that are all required. */
export type Access = Permission | readonly Permission[]

/** The message of a 403 (SPEC C72). */
export const NOT_ALLOWED = 'This is not allowed in your role'

/** The permissions that say for which members a route is. */
const AUDIENCES: readonly Permission[] = ['everyone', 'portal', 'office']

/**
 * Everything that a route requires. A route that does not name `everyone` or `portal` is for the office, whatever else it names:
 * truck owners and drivers have some permissions of the office too, such as `revenue`.
 */
export function listRequired(access: Access): readonly Permission[] {
  const named = typeof access === 'string' ? [access] : access
  return named.some((permission) => AUDIENCES.includes(permission)) ? named : ['office', ...named]
}

export function isAllowed(permissions: ReadonlySet<Permission>, access: Access): boolean {
  return listRequired(access).every((permission) => permissions.has(permission))
}
