/**
 * The declaration of a field: plain data. The checks of requests and forms, form controls, initial values, list
 * cells, column types and the API's description are derived from it.
 */
import type { z } from 'zod'
import type { Permission } from '#core/team/roles.ts'
import type { StatusOption } from '#core/statuses.ts'

export const ENTITY_NAMES = [
  'drivers',
  'owners',
  'trucks',
  'trailers',
  'brokers',
  'dispatchers',
  'loads',
] as const

export type EntityName = (typeof ENTITY_NAMES)[number]

/** How a field is edited and shown. `none`: it is not in the form. */
export type Control =
  | 'text'
  | 'lines'
  | 'email'
  | 'emails'
  | 'phone'
  | 'state'
  | 'day'
  | 'money'
  | 'quantity'
  | 'year'
  | 'count'
  | 'choice'
  | 'weekday'
  | 'appointment'
  | 'reference'
  | 'none'

export type Option = { value: string; label: string; aliases?: readonly string[] }

/** `of`: equal for two spellings of one number. `sql`: the database's function that returns the same (SPEC C433). */
export type NumberSpelling = {
  of: (typed: string) => string
  sql: 'docket_key' | 'usdot_key' | 'serial_key'
}

export type Field<Value = unknown> = {
  label: string
  control: Control
  /** Checks the value of a request or form and converts it to the stored one. Its messages name the field. */
  schema: z.ZodType<Value>
  /** Stored if a new record omits the field; `undefined`: the field is required (SPEC B11, B16). */
  defaultValue?: Value
  /** The initial text in an empty form. `TODAY` and `THIS_YEAR` mean the browser's date. */
  formDefault: string
  /** A day on which something expires: a form shows a warning if it is today (SPEC B19). */
  expires?: true
  /** No two records of an account have the same value (SPEC B15). */
  unique?: true
  /** Compares the values by what they mean, not by their spelling: MC-771203 is 771203. */
  key?: NumberSpelling
  /** A number that users assign, as text: it sorts naturally, 9 before 10, and is found by its first character (SPEC B20). */
  number?: true
  /** Every search includes the field, shown or not (SPEC C127). */
  searched?: true
  /** The database derives the field from other rows. Lists show and filter it, and no form or request sets it (SPEC C130). */
  kept?: true
  /** The name of a field that is filled wherever this one is, and has an index of its filled rows. A filter checks both. */
  filledWith?: string
  /** Encrypted at rest, so it cannot be searched, sorted or filtered (SPEC S13). */
  secret?: true
  /** The permission to see the field. Without one, every office role sees it (SPEC C73). */
  seenBy?: Permission
  /** The options of a choice. */
  options?: readonly (Option | StatusOption)[]
  /** The entity that a reference links to. */
  to?: EntityName
  /** Shown if a reference has no link. */
  emptyLabel?: string
  /** The maximum number of decimals of a rate or quantity, if more than two (SPEC C14). */
  places?: number
  /** The form also offers inactive records, because the reference is about the past or ends a relationship (SPEC C10). */
  withInactive?: true
  /** The unit of a quantity, or of an amount that is not in dollars: "mi", "lb", "%". */
  unit?: string
  /** The amount is a percentage, not dollars, if that field of the form has this value. */
  percentIf?: { field: string; is: string }
  /** The labels of a filter by whether the field has a value: "On hold", "Not on hold". */
  presence?: { some: string; none: string }
  /** A hint below the input: what the field decides (SPEC B67). */
  help?: string
  /** The input spans both columns of the form. */
  isWide?: boolean
}

export type Fields = Record<string, Field>

/** The stored values of a set of fields. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['schema']> }
