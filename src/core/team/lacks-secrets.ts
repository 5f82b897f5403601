import type { Fields } from '#core/fields/field.ts'
import type { Permission } from './roles.ts'
import { canSeeField } from './visible-listing.ts'

/** Whether a record of a list is without secrets that the member sees in the record itself (SPEC C73). */
export function lacksSecrets(
  fields: Fields,
  record: Record<string, unknown>,
  permissions: ReadonlySet<Permission>,
): boolean {
  return Object.entries(fields).some(
    ([name, field]) =>
      field.secret && canSeeField(field, permissions) && record[name] === undefined,
  )
}
