/** Charges in a CSV file: one row a charge, with the number of its load (SPEC C107). */
import { z } from 'zod'
import type { Fields } from '#core/fields/field.ts'
import { parseCell } from '#core/transfer/cells.ts'
import { foldTitle } from '#core/transfer/match-columns.ts'
import { chargeFields } from './charges.ts'

/** By column; null: a column that is left out. */
export type ChargeColumns = (string | null)[]

/** The column with the number of the load. */
const LOAD_COLUMN = 'load'

const FIELDS: Fields = Object.fromEntries(
  Object.entries(chargeFields).filter(([name]) => name !== 'documentId'),
)

const TITLES = new Map([
  ...['load', 'loadnumber', 'loadid'].map((title) => [title, LOAD_COLUMN] as const),
  ...Object.entries(FIELDS).map(([name, { label }]) => [foldTitle(label), name] as const),
  ...[['kind', 'kind'] as const, ['chargetype', 'kind'] as const],
])

/** By the titles of the account's ZIP. */
export function matchChargeColumns(titles: readonly string[]): ChargeColumns {
  const columns = titles.map((title) => TITLES.get(foldTitle(title)) ?? null)
  return columns.map((name, at) => (columns.indexOf(name) === at ? name : null))
}

/** The titles of columns that the file must have and has not. */
export function listMissingColumns(columns: ChargeColumns): string[] {
  return [
    ...(columns.includes(LOAD_COLUMN) ? [] : ['Load']),
    ...(columns.includes('kind') ? [] : ['Charge']),
    ...(columns.includes('amount') || columns.includes('rate') ? [] : ['Amount']),
  ]
}

/** What a request would send for the row. A blank cell is left out. */
export function readChargeCells(columns: ChargeColumns, cells: readonly string[]) {
  const sent: Record<string, unknown> = {}
  let load = ''
  for (const [at, name] of columns.entries()) {
    const cell = (cells[at] ?? '').trim()
    if (name === LOAD_COLUMN) load = cell
    const field = name === null ? undefined : FIELDS[name]
    if (name !== null && field && cell !== '') sent[name] = parseCell(field, cell) ?? cell
  }
  return { load, sent }
}

export const importedChargesResponse = z.object({
  loads: z.int().describe('Loads whose charges are now those of the file'),
  charges: z.int(),
})

export type ImportedCharges = z.output<typeof importedChargesResponse>
