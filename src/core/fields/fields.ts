/**
 * The kinds of field that records are made of, those of text (`text-fields.ts`) and of amounts
 * (`amount-fields.ts`) beside these. A field is declared once, as plain data, and from it come the request's
 * check, the form's check and control, the start value, the table's cell, the column's type and the API's
 * description.
 */
import { z } from 'zod'
import { isDay, type Day } from '#core/calendar.ts'
import { listOfFiles, notADay, optional, readLink, requiredOr, sentence } from './checks.ts'
import type { StatusOption } from '#core/statuses.ts'

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

type Option = { value: string; label: string }

export type Field<Value = unknown> = {
  label: string
  control: Control
  /** Reads what a request or a form sends and gives what is stored; its messages name the field. */
  schema: z.ZodType<Value>
  /** Stored where a new record leaves the field out; `undefined`: it must be sent (SPEC B11, B16). */
  defaultValue?: Value
  /** What an empty form starts from, as text; `TODAY` and `THIS_YEAR` stand for the browser's own. */
  formDefault: string
  /** No two records of an account hold the same (SPEC B15). */
  unique?: true
  /** Text that numbers a record: it sorts naturally, 9 before 10, and is found by its first character (SPEC V5). */
  number?: true
  /** Encrypted at rest: it can be neither searched nor sorted nor filtered (SPEC S13). */
  secret?: true
  /** Of a choice: what may be chosen. */
  options?: readonly (Option | StatusOption)[]
  /** Of a reference: the entity it points to, and what a list shows where there is no link. */
  to?: EntityName
  emptyLabel?: string
  /** Of a quantity: "mi", "lb". */
  unit?: string
}

export type Fields = Record<string, Field>

/** The stored values of a set of fields. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['schema']> }

export const TODAY = 'today'
export const THIS_YEAR = 'this year'

/** What is answered for a secret that does not open; sent back, it leaves the secret as it is (SPEC S13). */
export const UNREADABLE = '[cannot be read]'

/** The field, encrypted where it is stored (SPEC S13). */
export function secret<Value extends string | null>(field: Field<Value>): Field<Value> {
  return { ...field, secret: true }
}

/** A day that has to be given; `formDefault` may be `TODAY` (SPEC B12). */
export function day(label: string, formDefault = ''): Field<Day> {
  const schema = z
    .string({ error: requiredOr(label, notADay(label)) })
    .trim()
    .min(1, { error: `${sentence(label)} is required`, abort: true })
    .refine(isDay, notADay(label))
  return { label, control: 'day', schema, formDefault }
}

export function optionalDay(label: string): Field<Day | null> {
  const schema = z
    .string(notADay(label))
    .trim()
    .refine((value) => value === '' || isDay(value), notADay(label))
  return { label, control: 'day', ...optional(schema) }
}

/** A calendar year, 0 to 2999, that starts from this one. */
export function year(label: string): Field<number> {
  const message = `${sentence(label)} must be a whole number from 0 to 2999`
  const schema = z
    .union([z.number(), z.string()], { error: requiredOr(label, message) })
    .transform((value) => (/^\s*\d{1,4}\s*$/.test(String(value)) ? Number(value) : Number.NaN))
    .refine((value) => value <= 2999, message)
  return { label, control: 'year', schema, formDefault: THIS_YEAR }
}

/** One of `options`; `also`: other spellings, and what each is stored as (SPEC B16). */
export function choice<const Value extends string>(
  label: string,
  options: readonly { value: Value; label: string }[],
  given: {
    formDefault: NoInfer<Value>
    defaultValue?: NoInfer<Value>
    aliases?: Record<string, NoInfer<Value>>
  },
): Field<Value> {
  const { defaultValue, formDefault, aliases: also = {} } = given
  const values = options.map((option) => option.value)
  const message = `${sentence(label)} must be one of: ${values.join(', ')}`
  const spelt = new Map(Object.entries(also))
  const schema = z
    .string({ error: requiredOr(label, message) })
    .transform((value) => spelt.get(value) ?? value)
    .pipe(z.enum(values as [Value, ...Value[]], message))
  return { label, control: 'choice', schema, defaultValue, formDefault, options }
}

/** A link to another record of the account; `none` is what lists show where there is no link (SPEC B17). */
export function reference(label: string, to: EntityName, none: string): Field<number | null> {
  const message = linkNotFound(label)
  const schema = z
    .union([z.number(), z.string(), z.null()], message)
    .transform(readLink)
    .refine((value) => value === null || (value > 0 && Number.isSafeInteger(value)), message)
  return {
    label,
    control: 'reference',
    schema,
    defaultValue: null,
    formDefault: '',
    to,
    emptyLabel: none,
  }
}

/** A link that has to be there. */
export function requiredReference(label: string, to: EntityName): Field<number> {
  const linked = reference(label, to, '')
  const schema = linked.schema
    .refine((value) => value !== null, `${sentence(label)} is required`)
    .transform(Number)
  return { label, control: 'reference', schema, formDefault: '', to, emptyLabel: '' }
}

/** A list of the files that belong to a record, kept as JSON as it was sent. */
export function documents(label: string): Field<unknown[]> {
  return { label, control: 'none', schema: listOfFiles(label), defaultValue: [], formDefault: '' }
}

/** The words for a link to nothing, and for one to somebody else's record (SPEC B17). */
export function linkNotFound(label: string): string {
  return `${sentence(label)} was not found`
}
