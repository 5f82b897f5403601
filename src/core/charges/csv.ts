/** Charges in a CSV file: one row per charge, with the number of its load (SPEC C107, C149). */
import { z } from 'zod'
import type { Fields } from '#core/fields/field.ts'
import { text } from '#core/fields/text.ts'
import { importedResponse, type ColumnMatch } from '#core/transfer/import.ts'
import { foldTitle } from '#core/transfer/match-columns.ts'
import { chargeFields } from './charges.ts'

/** A file has no documents, because a document's id is valid only in its account. */
const { documentId: _, ...fileFields } = chargeFields

/** Imported charges, declared like an entity. */
export const importedCharges = {
  name: 'charges',
  singular: 'Charge',
  title: 'Charges',
  fields: { load: text('Load #'), ...fileFields } as Fields,
} as const

/** Other titles of a column, by field. */
const OTHER_TITLES: Readonly<Record<string, readonly string[]>> = {
  load: ['load', 'loadid', 'ordernumber', 'order', 'tripnumber', 'pronumber', 'pro'],
  kind: ['kind', 'type', 'chargetype', 'chargecode', 'accessorial', 'item'],
  description: ['memo', 'notes', 'details', 'chargedescription'],
  quantity: ['qty', 'units', 'hours'],
  rate: ['unitprice', 'unitrate', 'price'],
  amount: ['total', 'chargeamount', 'lineamount', 'linetotal'],
}

const TITLES: readonly (readonly [title: string, name: string])[] = [
  ...Object.entries(importedCharges.fields).map(([name, { label }]) => [label, name] as const),
  ...Object.entries(OTHER_TITLES).flatMap(([name, titles]) =>
    titles.map((title) => [title, name] as const),
  ),
]

/** Matches columns by the remembered choice for a title, then by the titles of the account's ZIP and of other programs. */
export function matchChargeColumns(
  titles: readonly string[],
  remembered: ReadonlyMap<string, string | null> = new Map(),
): ColumnMatch {
  const columns: ColumnMatch = titles.map(() => null)
  const folded = titles.map(foldTitle)
  function match(at: number, name: string | null | undefined) {
    if (name && name in importedCharges.fields && columns[at] === null && !columns.includes(name))
      columns[at] = name
  }
  for (const [at, title] of folded.entries()) match(at, remembered.get(title))
  for (const [title, name] of TITLES) {
    const at = folded.findIndex((other) => other === foldTitle(title) && !remembered.has(other))
    if (at >= 0) match(at, name)
  }
  return columns
}

/** Whether a file has an amount for each charge. */
export function hasAmountColumn(columns: ColumnMatch): boolean {
  return columns.includes('amount') || (columns.includes('quantity') && columns.includes('rate'))
}

export const importedChargesResponse = importedResponse
  .pick({ imported: true, same: true })
  .extend({ loads: z.int().describe('Loads whose charges are now those of the file') })

/** `imported`, `same`: charges. */
export type ImportedCharges = z.output<typeof importedChargesResponse>
