/** Fields of amounts: dollars, miles, pounds, with two decimals (SPEC B13), rates and quantities with more (SPEC C14). */
import { z } from 'zod'
import { amount, toSentenceCase } from './checks.ts'
import type { Field } from './field.ts'
import { QUANTITY_PLACES, RATE_PLACES } from '#core/decimals.ts'
import { LARGEST_AMOUNT, toCents, type Amount } from '#core/money.ts'

/** Dollars from 0 to 99,999,999.99 (SPEC B13), or to `max`. */
export function money(label: string, max = LARGEST_AMOUNT): Field<Amount> {
  return {
    label,
    control: 'money',
    schema: amount(label, { kind: 'dollar amount', min: 0n, max }),
    formDefault: '',
  }
}

/** Dollars from 0.01. */
export function positiveMoney(label: string, max = LARGEST_AMOUNT): Field<Amount> {
  const field = money(label, max)
  const message = `${label} must be more than 0.00`
  return { ...field, schema: field.schema.refine((value) => toCents(value) > 0n, message) }
}

/** Dollars, negative for a credit; blank is 0 (SPEC B13). */
export function optionalMoney(label: string, formDefault = '0.00'): Field<Amount> {
  const schema = amount(label, { kind: 'dollar amount', min: -LARGEST_AMOUNT, blank: '0.00' })
  return { label, control: 'money', schema, defaultValue: formDefault, formDefault }
}

/** Required dollars, negative for a credit. */
export function signedMoney(label: string, max = LARGEST_AMOUNT): Field<Amount> {
  return {
    label,
    control: 'money',
    schema: amount(label, { kind: 'dollar amount', min: -max, max }),
    formDefault: '',
  }
}

/** An amount that may be negative; blank is null. */
export function optionalAmount(label: string, control: 'money' | 'quantity'): Field<Amount | null> {
  const kind = control === 'money' ? 'dollar amount' : 'number'
  const schema = amount(label, { kind, min: -LARGEST_AMOUNT, blank: null })
  return { label, control, schema, defaultValue: null, formDefault: '' }
}

/** Dollars of at least 0; blank is null. */
export function optionalFloor(label: string): Field<Amount | null> {
  const schema = amount(label, { kind: 'dollar amount', min: 0n, blank: null })
  return { label, control: 'money', schema, defaultValue: null, formDefault: '' }
}

/** A rate of at least 0 with up to four decimals (SPEC C14). */
export function rate(label: string): Field<Amount> {
  const places = RATE_PLACES
  const schema = amount(label, { kind: 'number', min: 0n, places })
  return { label, control: 'money', schema, formDefault: '', places }
}

/** A percentage of at least 0 with up to four decimals. */
export function percentage(label: string): Field<Amount> {
  return { ...rate(label), unit: '%' }
}

/** A percentage from 0 to 100 with up to four decimals; blank is null. */
export function percentOrNull(label: string): Field<Amount | null> {
  const [places, max] = [RATE_PLACES, 100_00n]
  const schema = amount(label, { kind: 'number', min: 0n, max, blank: null, places })
  return { ...rateOrNull(label), schema, unit: '%' }
}

/** A rate with up to four decimals that may be negative; blank is null (SPEC C14). */
export function rateOrNull(label: string): Field<Amount | null> {
  const places = RATE_PLACES
  const schema = amount(label, { kind: 'number', min: -LARGEST_AMOUNT, blank: null, places })
  return { label, control: 'money', schema, defaultValue: null, formDefault: '', places }
}

/** A rate with up to four decimals that may be negative; blank is 0 (SPEC C14). */
export function optionalRate(label: string, formDefault = '0.00'): Field<Amount> {
  const places = RATE_PLACES
  const schema = amount(label, { kind: 'number', min: -LARGEST_AMOUNT, blank: '0.00', places })
  return { label, control: 'money', schema, defaultValue: formDefault, formDefault, places }
}

/** A quantity with up to three decimals that may be negative; blank is null (SPEC C14). */
export function quantityOrNull(label: string): Field<Amount | null> {
  const places = QUANTITY_PLACES
  const schema = amount(label, { kind: 'number', min: -LARGEST_AMOUNT, blank: null, places })
  return { label, control: 'quantity', schema, defaultValue: null, formDefault: '', places }
}

/** A whole number from `min` to `max`; blank is null. */
export function optionalCount(label: string, min: number, max: number): Field<number | null> {
  const message = `${toSentenceCase(label)} must be a whole number from ${min} to ${max}`
  const schema = z
    .union([z.number(), z.string(), z.null()], message)
    .transform((sent) => {
      const typed = sent === null ? '' : String(sent).trim()
      if (typed === '') return null
      return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
    })
    .refine((count) => count === null || (count >= min && count <= max), message)
  return { label, control: 'count', schema, defaultValue: null, formDefault: '' }
}

/** A required whole number. */
export function count(label: string, min: number, max: number): Field<number> {
  const optional = optionalCount(label, min, max)
  const schema = optional.schema
    .refine((value) => value !== null, `${toSentenceCase(label)} is required`)
    .transform(Number)
  return { label, control: 'count', schema, formDefault: '' }
}

/** Miles or pounds; blank is 0 (SPEC A5, B11). */
export function quantity(label: string, unit: string): Field<Amount> {
  const schema = amount(label, { kind: 'number', min: 0n, blank: '0.00' })
  return { label, control: 'quantity', schema, defaultValue: '0.00', formDefault: '0', unit }
}
