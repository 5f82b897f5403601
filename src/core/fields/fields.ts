/** Fields of days, choices and links. `text.ts` and `amounts.ts` have the others. */
import { z } from 'zod'
import { isDay, type Day } from '#core/calendar.ts'
import {
  invalidDay,
  listOfFiles,
  optional,
  parseLink,
  requiredError,
  toSentenceCase,
} from './checks.ts'
import type { EntityName, Field } from './field.ts'

export const TODAY = 'today'
export const THIS_YEAR = 'this year'

/** Returned instead of a secret that cannot be decrypted. If it is sent back, the secret stays unchanged (SPEC S13). */
export const UNREADABLE = '[unreadable: wrong encryption key]'

/** Encrypts the field at rest (SPEC S13), and shows it only to members who may see bank details and tax IDs (SPEC C73). */
export function secret<Value extends string | null>(field: Field<Value>): Field<Value> {
  return { ...field, secret: true, seenBy: 'secrets' }
}

/** A required day; `formDefault` may be `TODAY` (SPEC B12). */
export function day(label: string, formDefault = ''): Field<Day> {
  const schema = z
    .string({ error: requiredError(label, invalidDay(label)) })
    .trim()
    .min(1, { error: `${toSentenceCase(label)} is required`, abort: true })
    .refine(isDay, invalidDay(label))
  return { label, control: 'day', schema, formDefault }
}

/** A day on which something expires. The form of a new record starts with today and shows a warning (SPEC B19). */
export function expiryDay(label: string): Field<Day> {
  return { ...day(label, TODAY), expires: true }
}

export function optionalDay(label: string): Field<Day | null> {
  const schema = z
    .string(invalidDay(label))
    .trim()
    .refine((value) => value === '' || isDay(value), invalidDay(label))
  return { label, control: 'day', ...optional(schema) }
}

export const LATEST_YEAR = 2999

/** A calendar year from 0 to 2999. The form starts with the current year. */
export function year(label: string): Field<number> {
  const message = `${toSentenceCase(label)} must be a whole number from 0 to ${LATEST_YEAR}`
  const schema = z
    .union([z.number(), z.string()], { error: requiredError(label, message) })
    .transform((value) => (/^\s*\d{1,4}\s*$/.test(String(value)) ? Number(value) : Number.NaN))
    .refine((value) => value <= LATEST_YEAR, message)
  return { label, control: 'year', schema, formDefault: THIS_YEAR }
}

/** A calendar year; blank is null. */
export function optionalYear(label: string): Field<number | null> {
  const { schema } = year(label)
  const orNull = z.union([z.number(), z.string(), z.null()]).transform((sent, context) => {
    if (sent === null || String(sent).trim() === '') return null
    const { data, error } = schema.safeParse(sent)
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
    return data ?? z.NEVER
  })
  return { label, control: 'year', schema: orNull, defaultValue: null, formDefault: '' }
}

/** One of `options`. `aliases`: other spellings and the values they are stored as (SPEC B16). */
export function choice<const Value extends string>(
  label: string,
  options: readonly { value: Value; label: string; aliases?: readonly string[] }[],
  given: {
    formDefault: NoInfer<Value>
    defaultValue?: NoInfer<Value>
    aliases?: Record<string, NoInfer<Value>>
  },
): Field<Value> {
  const { defaultValue, formDefault } = given
  const values = options.map((option) => option.value)
  const message = `${toSentenceCase(label)} must be ${joinLabels(options)}`
  const aliases = new Map(Object.entries(given.aliases ?? {}))
  const schema = z
    .string({ error: requiredError(label, message) })
    .transform((value) => aliases.get(value) ?? value)
    .pipe(z.enum(values as [Value, ...Value[]], message))
  return { label, control: 'choice', schema, defaultValue, formDefault, options }
}

/** Other words for yes and no in imported files (SPEC C58). */
export const YES = ['y', 'true', '1', 'x']
export const NO = ['n', 'false', '0']

/** "no" until someone chooses "yes". */
export function yesNo(label: string) {
  const options = [
    { value: 'no', label: 'No', aliases: NO },
    { value: 'yes', label: 'Yes', aliases: YES },
  ] as const
  return choice(label, options, { formDefault: 'no', defaultValue: 'no' })
}

/** A link to another record of the account. `emptyLabel` is shown if there is no link (SPEC B17). */
export function reference(label: string, to: EntityName, emptyLabel: string): Field<number | null> {
  const message = linkNotFound(label)
  const schema = z
    .union([z.number(), z.string(), z.null()], message)
    .transform(parseLink)
    .refine((value) => value === null || (value > 0 && Number.isSafeInteger(value)), message)
  return {
    label,
    control: 'reference',
    schema,
    defaultValue: null,
    formDefault: '',
    to,
    emptyLabel,
  }
}

/** A required link. */
export function requiredReference(label: string, to: EntityName): Field<number> {
  const linked = reference(label, to, '')
  const schema = linked.schema
    .refine((value) => value !== null, `${toSentenceCase(label)} is required`)
    .transform(Number)
  return { label, control: 'reference', schema, formDefault: '', to, emptyLabel: '' }
}

/** The list of a record's files, stored as the JSON that was sent. */
export function documents(label: string): Field<unknown[]> {
  return { label, control: 'none', schema: listOfFiles(label), defaultValue: [], formDefault: '' }
}

/** The message for a missing record and for another account's record (SPEC B17). */
export function linkNotFound(label: string): string {
  return `${toSentenceCase(label)} was not found`
}

/** "Not Received, Pending or Received". */
function joinLabels(options: readonly { label: string }[]): string {
  const labels = options.map(({ label }) => label)
  return [labels.slice(0, -1).join(', '), labels.at(-1)].filter(Boolean).join(' or ')
}
