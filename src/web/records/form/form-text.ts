/** Converts between a stored record and the text that its form holds. */
import { readTypedDay } from '#core/calendar.ts'
import { formValues, settableFields } from '#core/entities/entity.ts'
import type { Control, Field, Fields } from '#core/fields/field.ts'
import { readTypedAmount } from '#core/money.ts'

/** The text of each field of a form, by its name. */
export type FormText = Record<string, string>

/** The fields that appear in a form, in the order of their declaration. */
export function shownFields(fields: Fields): Fields {
  const settable = Object.entries(settableFields(fields))
  return Object.fromEntries(settable.filter(([, { control }]) => control !== 'none'))
}

/** A stored record as the text of its form. */
export function toFormText(fields: Fields, record: Record<string, unknown>): FormText {
  return mapText(fields, formValues(fields, record), (field, text) =>
    field.control === 'quantity' ? tidyQuantity(text, blankText(field), field.places) : text,
  )
}

/** The typed text in the form that each field's schema reads: "$1,234.5" → "1234.50" (SPEC B14). */
export function readForm(fields: Fields, typed: FormText): FormText {
  return mapText(
    fields,
    typed,
    ({ control, places }, text) => READERS[control]?.(text, places) ?? text,
  )
}

/** SPEC A5: a year that cannot be read is 0. */
export function tidyYear(typed: string): string {
  return String(Number.parseInt(typed, 10) || 0)
}

/** Beside a year that was read as 0 (SPEC A5). */
export const ZERO_YEAR = 'Saved as 0. Enter a year, such as 2024, if you know it.'

/** Miles and pounds are mostly whole: "480.00" → "480". Empty text becomes `blank` (SPEC A5). */
export function tidyQuantity(typed: string, blank = '0', places = 2): string {
  if (typed.trim() === '') return blank
  const amount = readTypedAmount(typed, places)
  return amount === null ? typed : amount.replace(/\.?0+$/, '')
}

/** What an empty quantity becomes: "" if the field may be blank, else "0". */
export function blankText({ defaultValue }: Field): string {
  return defaultValue === null ? '' : '0'
}

/** A reader returns null for text that it cannot read; the schema then reports the typed text. */
const READERS: Partial<Record<Control, (typed: string, places?: number) => string | null>> = {
  money: readTypedAmount,
  quantity: readTypedAmount,
  day: (typed) => readTypedDay(typed),
  year: tidyYear,
}

function mapText(
  fields: Fields,
  text: FormText,
  read: (field: Field, text: string) => string,
): FormText {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, read(field, text[name] ?? '')]),
  )
}
