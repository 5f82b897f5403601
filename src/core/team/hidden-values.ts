/** What a record stores in the fields that the member who adds it does not see (SPEC C73). */
import type { Control, Field, Fields } from '#core/fields/field.ts'
import type { Permission } from './roles.ts'
import { canSeeField } from './visible-listing.ts'

/** Values for required fields that a form shows blank: someone who sees the field fills it in later. */
const BLANK: Partial<Record<Control, string>> = { money: '0.00', quantity: '0.00' }

/** The values by field: the stored default, or else the form's initial value. */
export function fillHidden(
  fields: Fields,
  permissions: ReadonlySet<Permission>,
): Record<string, unknown> {
  const hidden = Object.entries(fields).filter(([, field]) => !canSeeField(field, permissions))
  return Object.fromEntries(hidden.map(([name, field]) => [name, startValue(field)]))
}

function startValue({ defaultValue, schema, formDefault, control }: Field): unknown {
  if (defaultValue !== undefined) return defaultValue
  return schema.parse(formDefault || BLANK[control])
}
