/**
 * The kinds of field that records are made of. A field is declared once, as plain data, and from it
 * come the request's check, the form's check and control, the start value, the table's cell, the
 * column's type and the API's description.
 */
import { z } from 'zod'
import { isDay, type Day } from './calendar.ts'
import {
  ADDRESS_LENGTH,
  amount,
  listOfFiles,
  linesOfText,
  LONG_LENGTH,
  notADay,
  optional,
  readLink,
  requiredOr,
  requiredText,
  sentence,
  SHORT_LENGTH,
  shortText,
} from './field-checks.ts'
import { LARGEST_AMOUNT, type Amount } from './money.ts'
import type { StatusOption } from './statuses.ts'

export type EntityName = 'drivers' | 'owners' | 'trucks' | 'brokers' | 'dispatchers' | 'loads'

/** How a field is typed in and shown. `none`: it has no place in a form. */
export type Control =
  | 'text'
  | 'lines'
  | 'email'
  | 'phone'
  | 'state'
  | 'day'
  | 'money'
  | 'quantity'
  | 'year'
  | 'choice'
  | 'weekday'
  | 'reference'
  | 'none'

export type Option = { value: string; label: string }

export type Field<Value = unknown> = {
  label: string
  control: Control
  /** Reads what a request or a form sends and gives what is stored; its messages name the field. */
  schema: z.ZodType<Value>
  /** Stored where a new record leaves the field out; `undefined`: it must be sent (SPEC B11, B16). */
  leftOut?: Value
  /** What an empty form starts from, as text; `TODAY` and `THIS_YEAR` stand for the browser's own. */
  initial: string
  /** No two records of an account hold the same (SPEC B15). */
  unique?: true
  /** Encrypted at rest: it can be neither searched nor sorted nor filtered (SPEC S13). */
  secret?: true
  /** Of a choice: what may be chosen. */
  options?: readonly (Option | StatusOption)[]
  /** Of a reference: the entity it points to, and what a list shows where there is no link. */
  to?: EntityName
  none?: string
  /** Of a quantity: "mi", "lb". */
  unit?: string
}

export type Fields = Record<string, Field>

/** The stored values of a set of fields. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['schema']> }

export const TODAY = 'today'
export const THIS_YEAR = 'this year'

export function text(label: string): Field<string> {
  return { label, control: 'text', schema: requiredText(label, SHORT_LENGTH), initial: '' }
}

export function optionalText(label: string): Field<string | null> {
  return { label, control: 'text', ...optional(shortText(label, SHORT_LENGTH)) }
}

export function uniqueText(label: string): Field<string> {
  return { ...text(label), unique: true }
}

/** Blank ones are stored as null and are never duplicates of each other (SPEC B15). */
export function optionalUniqueText(label: string): Field<string | null> {
  return { ...optionalText(label), unique: true }
}

export function phone(label: string): Field<string> {
  return { ...text(label), control: 'phone' }
}

export function optionalPhone(label: string): Field<string | null> {
  return { ...optionalText(label), control: 'phone' }
}

export function email(label: string): Field<string> {
  const schema = requiredText(label, SHORT_LENGTH).regex(z.regexes.email, 'Invalid email address')
  return { label, control: 'email', schema, initial: '' }
}

export function optionalEmail(label: string): Field<string | null> {
  const schema = shortText(label, SHORT_LENGTH).refine(
    (value) => value === '' || z.regexes.email.test(value),
    'Invalid email address',
  )
  return { label, control: 'email', ...optional(schema) }
}

export function address(label: string): Field<string> {
  const schema = linesOfText(label, ADDRESS_LENGTH).min(1, `${sentence(label)} is required`)
  return { label, control: 'lines', schema, initial: '' }
}

export function optionalAddress(label: string): Field<string | null> {
  return { label, control: 'lines', ...optional(linesOfText(label, ADDRESS_LENGTH)) }
}

/** Notes and bank details: several lines, up to 10,000 characters. */
export function notes(label: string): Field<string | null> {
  return { label, control: 'lines', ...optional(linesOfText(label, LONG_LENGTH)) }
}

/** What is answered for a secret that does not open; sent back, it leaves the secret as it is (SPEC S13). */
export const UNREADABLE = '[cannot be read]'

/** The field, encrypted where it is stored (SPEC S13). */
export function secret<Value extends string | null>(field: Field<Value>): Field<Value> {
  return { ...field, secret: true }
}

/** Two letters, stored in upper case (SPEC B16a). */
export function state(label: string): Field<string> {
  const schema = z
    .string('State must be exactly 2 characters')
    .trim()
    .length(2, 'State must be exactly 2 characters')
    .regex(/^[A-Za-z]*$/, 'State must be two letters')
    .toUpperCase()
  return { label, control: 'state', schema, initial: '' }
}

export function day(label: string, initial = ''): Field<Day> {
  const schema = z
    .string({ error: requiredOr(label, notADay(label)) })
    .trim()
    .min(1, { error: `${sentence(label)} is required`, abort: true })
    .refine(isDay, notADay(label))
  return { label, control: 'day', schema, initial }
}

export function optionalDay(label: string): Field<Day | null> {
  const schema = z
    .string(notADay(label))
    .trim()
    .refine((value) => value === '' || isDay(value), notADay(label))
  return { label, control: 'day', ...optional(schema) }
}

/** Dollars from 0 to 99,999,999.99 (SPEC B13). */
export function money(label: string): Field<Amount> {
  return { label, control: 'money', schema: amount(label, 0n), initial: '' }
}

/** Dollars, also below zero; nothing typed is 0 (SPEC B13: a credit is a negative expense). */
export function optionalMoney(label: string, initial = '0.00'): Field<Amount> {
  const schema = amount(label, -LARGEST_AMOUNT, '0.00')
  return { label, control: 'money', schema, leftOut: initial, initial }
}

/** Dollars, also below zero, that have to be given. */
export function signedMoney(label: string): Field<Amount> {
  return { label, control: 'money', schema: amount(label, -LARGEST_AMOUNT), initial: '' }
}

/** An amount, also below zero, that may be left blank: null. */
export function optionalAmount(label: string, control: 'money' | 'quantity'): Field<Amount | null> {
  const schema = amount(label, -LARGEST_AMOUNT, null)
  return { label, control, schema, leftOut: null, initial: '' }
}

/** Miles or pounds; blank is 0 (SPEC A5, B11). */
export function quantity(label: string, unit: string): Field<Amount> {
  const schema = amount(label, 0n, '0.00')
  return { label, control: 'quantity', schema, leftOut: '0.00', initial: '0', unit }
}

export function year(label: string): Field<number> {
  const message = `${sentence(label)} must be a whole number from 0 to 2999`
  const schema = z
    .union([z.number(), z.string()], { error: requiredOr(label, message) })
    .transform((value) => (/^\s*\d{1,4}\s*$/.test(String(value)) ? Number(value) : Number.NaN))
    .refine((value) => value <= 2999, message)
  return { label, control: 'year', schema, initial: THIS_YEAR }
}

export function choice<const Value extends string>(
  label: string,
  options: readonly { value: Value; label: string }[],
  given: {
    initial: NoInfer<Value>
    leftOut?: NoInfer<Value>
    also?: Record<string, NoInfer<Value>>
  },
): Field<Value> {
  const { leftOut, initial, also = {} } = given
  const values = options.map((option) => option.value)
  const message = `${sentence(label)} must be one of: ${values.join(', ')}`
  const spelt = new Map(Object.entries(also))
  const schema = z
    .string({ error: requiredOr(label, message) })
    .transform((value) => spelt.get(value) ?? value)
    .pipe(z.enum(values as [Value, ...Value[]], message))
  return { label, control: 'choice', schema, leftOut, initial, options }
}

/** A link to another record of the account; `none` is what lists show where there is no link (SPEC B17). */
export function reference(label: string, to: EntityName, none: string): Field<number | null> {
  const message = notFound(label)
  const schema = z
    .union([z.number(), z.string(), z.null()], message)
    .transform(readLink)
    .refine((value) => value === null || (value > 0 && Number.isSafeInteger(value)), message)
  return { label, control: 'reference', schema, leftOut: null, initial: '', to, none }
}

/** A link that has to be there. */
export function requiredReference(label: string, to: EntityName): Field<number> {
  const linked = reference(label, to, '')
  const schema = linked.schema
    .refine((value) => value !== null, `${sentence(label)} is required`)
    .transform(Number)
  return { label, control: 'reference', schema, initial: '', to, none: '' }
}

/** A list of the files that belong to a record, kept as JSON as it was sent. */
export function documents(label: string): Field<unknown[]> {
  return { label, control: 'none', schema: listOfFiles(label), leftOut: [], initial: '' }
}

/** The words for a link to nothing, and for one to somebody else's record (SPEC B17). */
export function notFound(label: string): string {
  return `${sentence(label)} was not found`
}
