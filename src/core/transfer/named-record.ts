/** A linked record that a file only names: an import can create it by its name (SPEC C59). */
import type { Day } from '#core/calendar.ts'
import type { Entity } from '#core/entities/entity.ts'
import type { Control, Field } from '#core/fields/field.ts'

/**
 * The values of a record that is known only by its name. Required values stay blank, so that no one relies on them, and the
 * record's form asks for them. A license expires on the day of the import (SPEC B19).
 */
export function namedRecord(
  { fields, label }: Pick<Entity, 'fields' | 'label'>,
  name: string,
  today: Day,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, declared]) => [
      field,
      field === label ? name : startValue(declared, today),
    ]),
  )
}

function startValue({ control, defaultValue, formDefault }: Field, today: Day): unknown {
  if (defaultValue !== undefined) return defaultValue
  const blank: Partial<Record<Control, unknown>> = { day: today, year: 0, choice: formDefault }
  return blank[control] ?? ''
}
