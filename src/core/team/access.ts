/** What a route requires of the member who sends a request (SPEC V7). Each route declares it. */
import type { EntityName } from '#core/fields/field.ts'
import type { Permission } from './roles.ts'

/** A permission, or several that are all required. */
export type Access = Permission | readonly Permission[]

/** The message of a 403 (SPEC V9). */
export const NOT_ALLOWED = 'This is not allowed in your role'

export function isAllowed(permissions: ReadonlySet<Permission>, access: Access): boolean {
  const required = typeof access === 'string' ? [access] : access
  return required.every((permission) => permissions.has(permission))
}

/** Who adds, changes and deletes the records of each entity. Every office role reads them. */
const CHANGED_BY: Readonly<Record<EntityName, Permission>> = {
  loads: 'loads',
  brokers: 'loads',
  owners: 'loads',
  dispatchers: 'loads',
  drivers: 'fleet',
  trucks: 'fleet',
}

/** The permission to add, change and delete records of an entity. */
export function changePermission(entity: EntityName): Permission {
  return CHANGED_BY[entity]
}
