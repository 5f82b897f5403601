/** The server's messages for the rows of Receive Payment. */
import type { ApplyRow } from '#core/receipts/fill.ts'
import { isSelected } from '#core/receipts/fill.ts'

export type RowErrors = Map<number, Record<string, string>>

/** "parts.1.amount" is the amount of the second selected row. */
export function readRowErrors(
  fields: Record<string, string[]> | undefined,
  rows: readonly ApplyRow[],
): RowErrors {
  const sent = rows.filter(isSelected)
  const errors: RowErrors = new Map()
  for (const [name, messages] of Object.entries(fields ?? {})) {
    const [, at, field] = /^parts\.(\d+)\.(.+)$/.exec(name) ?? []
    const row = at === undefined ? undefined : sent[Number(at)]
    if (!row || field === undefined) continue
    const id = row.invoice.id
    errors.set(id, { ...errors.get(id), [field]: messages.join('. ') })
  }
  return errors
}
