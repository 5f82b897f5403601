import type { EntityName } from '#core/fields/field.ts'
import type { Permission } from './roles.ts'

const CHANGED_BY = {
  loads: 'loads',
  brokers: 'loads',
  owners: 'loads',
  dispatchers: 'loads',
  drivers: 'fleet',
  trucks: 'fleet',
  trailers: 'fleet',
} as const satisfies Record<EntityName, Permission>

/** The permission to add, change and delete the records of an entity (SPEC C72). Every office role reads them. */
export function permissionToChange(entity: EntityName): Permission {
  return CHANGED_BY[entity]
}
