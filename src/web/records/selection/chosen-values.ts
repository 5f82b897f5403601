/** Checks the values that are chosen for many records. */
import type { Fields } from '#core/fields/field.ts'

type CheckedValues = { set: Record<string, unknown>; errors: Record<string, string> }

/** `chosen`: the text of each field that changes. */
export function checkChosen(fields: Fields, chosen: Record<string, string>): CheckedValues {
  const checked: CheckedValues = { set: {}, errors: {} }
  for (const [name, text] of Object.entries(chosen)) {
    const result = fields[name]?.schema.safeParse(text)
    if (result?.success) checked.set[name] = result.data
    else if (result) checked.errors[name] = result.error.issues[0]?.message ?? 'Invalid input'
  }
  return checked
}
