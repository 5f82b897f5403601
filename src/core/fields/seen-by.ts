import type { Permission } from '#core/team/roles.ts'
import type { Field } from './field.ts'

/** Hides the field from members without the permission (SPEC C73). */
export function seenBy<Value>(permission: Permission, field: Field<Value>): Field<Value> {
  return { ...field, seenBy: permission }
}
