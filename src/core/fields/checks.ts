/** The checks that several kinds of field share, with their error messages. */
import { z } from 'zod'
import { toNfc, isComposable } from '#core/to-nfc.ts'
import { findHiddenCharacter } from './hidden-characters.ts'
import { formatMoney, LARGEST_AMOUNT, parseDecimal, toDecimal, type Amount } from '#core/money.ts'
import { formatInteger } from '#core/pluralize.ts'

/** The maximum numbers of characters in a field (SPEC B11). */
export const SHORT_LENGTH = 200
export const ADDRESS_LENGTH = 500
export const LONG_LENGTH = 10_000
const DOCUMENTS_LENGTH = 10_000
const DOCUMENTS_LEVELS = 20

const UNSAVABLE = "Contains characters that can't be saved"
const NO_CONTROL = /^\P{Cc}*$/u
const CONTROL_ONLY_IN_LINES = /^(?:\P{Cc}|[\t\n\r])*$/u

/** "License Number" → "License number": labels are in title case, messages are sentences. */
export function toSentenceCase(label: string): string {
  return label.replace(/(?<=\s)[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** One line of at most `length` characters, or blank. */
export function shortText(label: string, length: number) {
  return baseText(label, length, ONE_LINE)
}

/** Like `shortText`, but line breaks and tabs are allowed. */
export function linesOfText(label: string, length: number) {
  return baseText(label, length, LINES)
}

/** One line that must not be blank. */
export function requiredText(label: string, length: number) {
  const message = `${toSentenceCase(label)} is required`
  return baseText(label, length, ONE_LINE, z.minLength(1, { error: message, abort: true }))
}

// All texts share the checks without a label, and each text is built at once: zod keeps every step of a chain, which
// took 17 KB for a field instead of 4.
const ONE_LINE = z.regex(NO_CONTROL, UNSAVABLE)
const LINES = z.regex(CONTROL_ONLY_IN_LINES, UNSAVABLE)
const TRIM = z.trim()
const COMPOSABLE = z.refine<string>(isComposable, UNSAVABLE)
/** NFC: a name typed on two computers must be the same bytes for lookups and unique fields. */
const NFC = z.overwrite(toNfc)
const WELL_FORMED = z.refine<string>((value) => value.isWellFormed(), UNSAVABLE)

type Check = Parameters<z.ZodString['check']>[0]

function baseText(label: string, length: number, ...more: Check[]) {
  const max = formatInteger(length)
  return z.string({ error: requiredError(label, 'Invalid input') }).check(
    TRIM,
    COMPOSABLE,
    NFC,
    z.refine((value) => !findHiddenCharacter(value), { error: hiddenCharacterError(label) }),
    z.maxLength(length, `${toSentenceCase(label)} must be ${max} characters or fewer`),
    WELL_FORMED,
    ...more,
  )
}

/** Zod's `error` for a text with a hidden character: which one, and where it is (SPEC C34). */
export function hiddenCharacterError(label: string) {
  return ({ input }: { input?: unknown }) =>
    `${toSentenceCase(label)} contains a hidden character: ${findHiddenCharacter(String(input))}. Delete it.`
}

/** Makes a text optional. Blank and null are stored as null. */
export function optional(schema: z.ZodType<string>) {
  const orNull = z.union([schema, z.null()]).transform((value) => value || null)
  return { schema: orNull, defaultValue: null, formDefault: '' }
}

/**
 * `min` and `max` are in cents or hundredths; `max` is $99,999,999.99 by default. `blank`: the value of a blank field; without
 * it the field is required. `places`: the maximum number of decimals, if more than two (SPEC C14).
 */
type AmountRules<Blank> = {
  kind: 'dollar amount' | 'number'
  min: bigint
  blank?: Blank
  places?: number
  max?: bigint
}

/** An amount with up to two decimals (SPEC B13), or `places`. */
export function amount<Blank extends Amount | null = Amount>(
  label: string,
  { kind, min, blank, places = 2, max = LARGEST_AMOUNT }: AmountRules<Blank>,
): z.ZodType<Amount | Blank> {
  const name = toSentenceCase(label)
  const example = places === 2 ? ', e.g. 950.00' : ` with at most ${places} decimals, e.g. 3.799`
  const invalid = `${name} must be a ${kind}${example}`
  const unit = 10n ** BigInt(places - 2)
  return z
    .union([z.string(), z.number(), z.null()], { error: requiredError(label, invalid) })
    .transform((sent, context) => {
      const typed = sent === null ? '' : String(sent).trim()
      if (typed === '' && blank !== undefined) return blank
      if (typed === '') return reject(context, `${name} is required`)
      const units = parseDecimal(typed, places)
      if (units === null) return reject(context, invalid)
      if (units < min * unit || units > max * unit)
        return reject(context, outOfRange(name, min, max))
      return toDecimal(units, places)
    })
}

function reject(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

function outOfRange(name: string, min: bigint, max: bigint): string {
  const limit = formatMoney(max).replace('$', '')
  return `${name} must be from ${min < 0n ? `-${limit}` : '0'} to ${limit}`
}

/** The id; null for no link, NaN for an invalid id (SPEC B17). */
export function parseLink(sent: number | string | null): number | null {
  if (sent === null || sent === '' || sent === 'none') return null
  return /^\d{1,16}$/.test(String(sent)) ? Number(sent) : Number.NaN
}

/** A list of any JSON values, stored as sent. */
export function listOfFiles(label: string) {
  const name = toSentenceCase(label)
  return nullableList(z.array(z.unknown(), `${name} must be a list`))
    .refine((list) => isShallow(list), { error: `${name} are nested too deeply`, abort: true })
    .pipe(z.array(z.json()))
    .refine((list) => JSON.stringify(list).length <= DOCUMENTS_LENGTH, `${name} are too long`)
    .refine((list) => !/\\u0000/.test(JSON.stringify(list)), UNSAVABLE)
}

/** Accepts null as the empty list (SPEC B11). */
export function nullableList<Item>(list: z.ZodType<Item[]>) {
  return list.nullable().transform((items) => items ?? [])
}

/** Recursive code, such as `z.json()`, would overflow the stack on a deeply nested value. */
function isShallow(value: unknown, levels = DOCUMENTS_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

export function invalidDay(label: string): string {
  return `${toSentenceCase(label)} must be a valid date, e.g. 11/20/2026`
}

/** Zod's `error`: "... is required" for a missing value, `message` for a value of another type. */
export function requiredError(label: string, message: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null
      ? `${toSentenceCase(label)} is required`
      : message
}
