/** What stands in a cell, as the field's own schema takes it (SPEC B51). */
import { readTypedDay } from '#core/calendar.ts'
import type { Control, Field } from '#core/fields/fields.ts'
import { readTypedAmount } from '#core/money.ts'

/**
 * A blank cell is left out: it gets the stored default. `$1,234.50`, `11/20/2026` and "In Transit" are
 * read as a person means them; what cannot be read stays as it is, for the schema to say what is wrong.
 */
export function readCell(field: Field, cell: string): unknown {
  const text = cell.trim()
  if (text === '') return undefined
  return READERS[field.control]?.(text, field) ?? text
}

const READERS: Partial<Record<Control, (text: string, field: Field) => unknown>> = {
  money: readTypedAmount,
  quantity: readTypedAmount,
  day: readTypedDay,
  choice: readChoice,
  none: readList,
}

function readChoice(text: string, { options = [] }: Field): string | undefined {
  const typed = text.toLowerCase()
  return options.find(({ value, label }) => typed === value || typed === label.toLowerCase())?.value
}

function readList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
