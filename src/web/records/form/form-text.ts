/** Between a form, which holds text, and a record: what a person may type, and how it is read. */
import { readTypedDay } from '#core/calendar.ts'
import { formValues, type AnyRecord } from '#core/entities/entity.ts'
import type { Control, Field, Fields } from '#core/fields/field.ts'
import { readTypedAmount } from '#core/money.ts'

/** What stands in each field of a form. */
export type FormText = Record<string, string>

/** The fields that have a place in a form, in the order of their declaration. */
export function shownFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, { control }]) => control !== 'none'))
}

/** A stored record as the text of its form. */
export function toFormText(fields: Fields, record: AnyRecord): FormText {
  return mapText(fields, formValues(fields, record), (field, text) =>
    field.control === 'quantity' ? tidyQuantity(text, blankText(field)) : text,
  )
}

/** What was typed, each as its field's schema takes it: "$1,234.5" → "1234.50" wherever the focus is (SPEC B14). */
export function readForm(fields: Fields, typed: FormText): FormText {
  return mapText(fields, typed, ({ control }, text) => READERS[control]?.(text) ?? text)
}

/** SPEC A5: a year that cannot be read is 0. */
export function tidyYear(typed: string): string {
  return String(Number.parseInt(typed, 10) || 0)
}

/** Miles and pounds are whole most of the time: "480.00" → "480". Nothing typed is 0 (SPEC A5). */
export function tidyQuantity(typed: string, blank = '0'): string {
  if (typed.trim() === '') return blank
  const amount = readTypedAmount(typed)
  return amount === null ? typed : amount.replace(/\.?0+$/, '')
}

/** What an empty quantity is tidied to: nothing where it may be blank. */
export function blankText({ defaultValue }: Field): string {
  return defaultValue === null ? '' : '0'
}

/** Null: as it was typed; the schema has the words for what is wrong with it. */
const READERS: Partial<Record<Control, (typed: string) => string | null>> = {
  money: readTypedAmount,
  quantity: readTypedAmount,
  day: readTypedDay,
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
