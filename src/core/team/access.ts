/** What a route requires of the member who sends a request (SPEC C72). Each route declares it. */
import type { Permission } from './roles.ts'

/** A permission, or several that are all required. */
export type Access = Permission | readonly Permission[]

/** The message of a 403 (SPEC C72). */
export const NOT_ALLOWED = 'This is not allowed in your role'

export function isAllowed(permissions: ReadonlySet<Permission>, access: Access): boolean {
  const required = typeof access === 'string' ? [access] : access
  return required.every((permission) => permissions.has(permission))
}
