/** The card purchases of a settlement run: those that its drafts do not have yet, and those that wait (SPEC C576). */
import type { Period } from '#core/calendar.ts'
import type { Database } from '#server/database/open.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { readOpenCards, type OpenCards } from './read-waiting.ts'
import type { RunFigures } from '#server/settlements/run/read-trucks.ts'
import { toUnsaved } from './unsaved.ts'

export async function readRunCards(
  database: Database,
  userId: string,
  { to: until }: Period,
  rows: readonly RunFigures[],
): Promise<OpenCards> {
  const firstWeekday = await readFirstWeekday(database, userId)
  // The run does not list an inactive truck for what its card bought.
  const unsaved = rows.filter(({ billing, inactive }) => billing === null && !inactive)
  return readOpenCards(
    database,
    userId,
    { until },
    unsaved.map((row) => toUnsaved(row, firstWeekday)),
  )
}
