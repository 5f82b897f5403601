import type { EntityName } from '#core/fields/field.ts'
import type { Permission } from './roles.ts'

/** The permission to add, change and delete the records of an entity (SPEC V7). */
export function permissionToChange(entity: EntityName): Permission {
  return entity === 'loads' || entity === 'brokers' ? 'loads' : 'fleet'
}
