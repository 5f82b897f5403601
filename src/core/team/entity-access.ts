import type { EntityName } from '#core/fields/field.ts'
import type { Permission } from './roles.ts'

const CHANGED_BY = {
  loads: 'loads',
  brokers: 'loads',
  owners: 'loads',
  dispatchers: 'loads',
  drivers: 'fleet',
  trucks: 'fleet',
} as const satisfies Record<EntityName, Permission>

/**
 * Adds the other tables whose deleted rows go to the trash (SPEC C87), and charges (SPEC C148). Each person has their own
 * saved views.
 */
const RESTORED_BY = {
  ...CHANGED_BY,
  billing: 'payroll',
  deduction_rules: 'payroll',
  documents: 'loads',
  load_charges: 'loads',
  views: 'office',
} as const satisfies Record<string, Permission>

/** The tables whose deleted or changed records a member may restore (SPEC C74). */
export function listRestorable(permissions: ReadonlySet<Permission>): string[] {
  return Object.entries(RESTORED_BY).flatMap(([table, permission]) =>
    permissions.has(permission) ? [table] : [],
  )
}

/** The permission to add, change and delete the records of an entity (SPEC C72). Every office role reads them. */
export function permissionToChange(entity: EntityName): Permission {
  return CHANGED_BY[entity]
}
