/** The kinds of field that hold an amount: dollars, miles, pounds, with two places (SPEC B13). */
import { amount } from './checks.ts'
import type { Field } from './fields.ts'
import { LARGEST_AMOUNT, type Amount } from '#core/money.ts'

/** Dollars from 0 to 99,999,999.99 (SPEC B13). */
export function money(label: string): Field<Amount> {
  return { label, control: 'money', schema: amount(label, 0n), formDefault: '' }
}

/** Dollars, also below zero; nothing typed is 0 (SPEC B13: a credit is a negative expense). */
export function optionalMoney(label: string, formDefault = '0.00'): Field<Amount> {
  const schema = amount(label, -LARGEST_AMOUNT, '0.00')
  return { label, control: 'money', schema, defaultValue: formDefault, formDefault }
}

/** Dollars, also below zero, that have to be given. */
export function signedMoney(label: string): Field<Amount> {
  return { label, control: 'money', schema: amount(label, -LARGEST_AMOUNT), formDefault: '' }
}

/** An amount, also below zero, that may be left blank: null. */
export function optionalAmount(label: string, control: 'money' | 'quantity'): Field<Amount | null> {
  const schema = amount(label, -LARGEST_AMOUNT, null)
  return { label, control, schema, defaultValue: null, formDefault: '' }
}

/** Miles or pounds; blank is 0 (SPEC A5, B11). */
export function quantity(label: string, unit: string): Field<Amount> {
  const schema = amount(label, 0n, '0.00')
  return { label, control: 'quantity', schema, defaultValue: '0.00', formDefault: '0', unit }
}
