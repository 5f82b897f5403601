/** The choices of an import as the query of its request (SPEC C58, C59). */
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
  past: PastStatus
  unsettled: PastSettlement
}

/** Past loads of a file are usually history, which was delivered (SPEC C362). */
export const START_CHOICES: ImportChoices = {
  existing: 'skip',
  create: [],
  values: {},
  past: 'delivered',
  unsettled: 'open',
}

export function importQuery(columns: ColumnMatch | undefined, choices: ImportChoices): string {
  const { existing, create, values, past, unsettled } = choices
  const query = new URLSearchParams({ existing, past, unsettled, today: today() })
  if (columns) query.set('columns', columns.map((name) => name ?? '').join())
  if (create.length) query.set('create', create.join())
  if (Object.keys(values).length) query.set('values', JSON.stringify(values))
  return `?${query}`
}
