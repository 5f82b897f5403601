/** Whether a file writes the month or the day first (SPEC C431). */
import { openDayVotes } from '#core/transfer/day-order.ts'
import type { ColumnMatch } from '#core/transfer/import.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import type { CsvFile } from './csv/csv-file.ts'

/** Reads the rows until they show both orders: most files to the end. */
export async function findDayOrder(
  file: CsvFile,
  { fields }: Pick<ImportList, 'fields'>,
  columns: ColumnMatch,
) {
  const votes = openDayVotes()
  const days = columns.flatMap((name, at) => (fields[name ?? '']?.control === 'day' ? [at] : []))
  if (!days.length) return votes.decide()
  for await (const rows of file.readRows()) {
    for (const { cells } of rows) for (const at of days) votes.note(cells[at] ?? '')
    if (!votes.isOpen()) break
  }
  return votes.decide()
}
