/** The checks that kinds of field share: text, amounts, and the words for what is wrong with them. */
import { z } from 'zod'
import { toNfc, isComposable } from '#core/to-nfc.ts'
import { LARGEST_AMOUNT, parseAmount, toAmount, type Amount } from '#core/money.ts'

/** Most characters of a field (SPEC B11). */
export const SHORT_LENGTH = 200
export const ADDRESS_LENGTH = 500
export const LONG_LENGTH = 10_000
const DOCUMENTS_LENGTH = 10_000
const DOCUMENTS_LEVELS = 20

// Lookups by name and duplicates by label: a name typed on two machines must be the same bytes (NFC).
const NO_CONTROL = /^\P{Cc}*$/u
const NO_CONTROL_BUT_LINES = /^(?:\P{Cc}|[\t\n\r])*$/u

/** "License Number" → "License number": labels are titles, messages are sentences. */
export function sentence(label: string): string {
  return label.replace(/(?<=\s)[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** One line, at most `length` characters; it may be blank. */
export function shortText(label: string, length: number) {
  return anyText(label, length).regex(NO_CONTROL, 'Control characters are not allowed')
}

/** The same with line ends and tabs. */
export function linesOfText(label: string, length: number) {
  return anyText(label, length).regex(NO_CONTROL_BUT_LINES, 'Control characters are not allowed')
}

/** One line that may not be blank. */
export function requiredText(label: string, length: number) {
  const message = `${sentence(label)} is required`
  return shortText(label, length).min(1, { error: message, abort: true })
}

function anyText(label: string, length: number) {
  return z
    .string({ error: requiredOr(label, 'Invalid input') })
    .trim()
    .refine(isComposable, 'Too many accents on one letter')
    .overwrite(toNfc)
    .max(length, `${sentence(label)} may have at most ${length} characters`)
    .refine((value) => value.isWellFormed(), 'Broken characters are not allowed')
}

/** Blank and null are stored as null. */
export function optional(schema: z.ZodType<string>) {
  const orNull = z.union([schema, z.null()]).transform((value) => value || null)
  return { schema: orNull, defaultValue: null, formDefault: '' }
}

/** Dollars and cents, or miles and pounds, from `least` up; nothing sent is `blank` where there is one (SPEC B13). */
export function amount<Blank extends Amount | null = Amount>(
  label: string,
  least: bigint,
  blank?: Blank,
): z.ZodType<Amount | Blank> {
  const name = sentence(label)
  return z
    .union([z.string(), z.number(), z.null()], {
      error: requiredOr(label, `${name} must be an amount`),
    })
    .transform((sent, context) => {
      const typed = sent === null ? '' : String(sent).trim()
      if (typed === '' && blank !== undefined) return blank
      if (typed === '') return reject(context, `${name} is required`)
      const cents = parseAmount(typed)
      if (cents === null) return reject(context, `${name} must be an amount such as 1234.50`)
      if (cents < least || cents > LARGEST_AMOUNT) return reject(context, outside(name, least))
      return toAmount(cents)
    })
}

function reject(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

function outside(name: string, least: bigint): string {
  return `${name} must be from ${least < 0n ? '-99,999,999.99' : '0'} to 99,999,999.99`
}

/** The id that was sent, null for no link, NaN where it can be no id (SPEC B17). */
export function readLink(sent: number | string | null): number | null {
  if (sent === null || sent === '' || sent === 'none') return null
  return /^\d{1,16}$/.test(String(sent)) ? Number(sent) : Number.NaN
}

/** A list of anything that JSON can say, kept as it was sent. */
export function listOfFiles(label: string) {
  const name = sentence(label)
  return listOrNone(z.array(z.unknown(), `${name} must be a list`))
    .refine((list) => isShallow(list), { error: `${name} are nested too deeply`, abort: true })
    .pipe(z.array(z.json()))
    .refine((list) => JSON.stringify(list).length <= DOCUMENTS_LENGTH, `${name} are too long`)
    .refine((list) => !/\\u0000/.test(JSON.stringify(list)), 'Control characters are not allowed')
}

/** A list that may be left blank: null is the empty list (SPEC B11). */
export function listOrNone<Item>(list: z.ZodType<Item[]>) {
  return list.nullable().transform((items) => items ?? [])
}

/** Anything that JSON can say: what reads it goes down level by level, and would run out of stack. */
function isShallow(value: unknown, levels = DOCUMENTS_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

/** The words for what is no day. */
export function notADay(label: string): string {
  return `${sentence(label)} must be a real date, written like 2026-11-20`
}

/** The words for what was not sent, and for what is of another type. */
export function requiredOr(label: string, message: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? `${sentence(label)} is required` : message
}
