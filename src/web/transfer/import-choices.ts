/** The choices of an import as the query of its request (SPEC C58, C59). */
import type { DayOrder } from '#core/calendar.ts'
import type { EntityName } from '#core/fields/field.ts'
import type { ChosenValues } from '#core/transfer/choices.ts'
import type { Existing } from '#core/transfer/existing.ts'
import type { ColumnMatch } from '#core/transfer/import.ts'
import type { PastSettlement, PastStatus } from '#core/transfer/past-loads.ts'
import { today } from '#web/api/today.ts'

export type ImportChoices = {
  existing: Exclude<Existing, 'reject'>
  create: readonly EntityName[]
  values: ChosenValues
  /** The records that names of the file mean, by list and name. */
  same: SameChoices
  /** Undefined: as the file shows. */
  days: DayOrder | undefined
  /** "near": the year that makes a day nearest to today. Undefined: a day without a year is an error. */
  year: string | undefined
  decimals: 'point' | 'comma'
  past: PastStatus
  unsettled: PastSettlement
}

/** The id of a stored record, or "new". */
type SameChoices = Readonly<Partial<Record<EntityName, Readonly<Record<string, number | 'new'>>>>>

/** Past loads of a file are usually history, which was delivered (SPEC C362). */
export const START_CHOICES: ImportChoices = {
  existing: 'skip',
  create: [],
  values: {},
  same: {},
  days: undefined,
  year: undefined,
  decimals: 'point',
  past: 'delivered',
  unsettled: 'open',
}

export function importQuery(columns: ColumnMatch | undefined, choices: ImportChoices): string {
  const { existing, create, values, same, days, year, decimals, past, unsettled } = choices
  const query = new URLSearchParams({ existing, past, unsettled, today: today() })
  if (columns) query.set('columns', columns.map((name) => name ?? '').join())
  if (create.length) query.set('create', create.join())
  if (Object.keys(values).length) query.set('values', JSON.stringify(values))
  if (Object.keys(same).length) query.set('same', JSON.stringify(same))
  if (days) query.set('days', days)
  if (year) query.set('year', year)
  if (decimals === 'comma') query.set('decimals', decimals)
  return `?${query}`
}
