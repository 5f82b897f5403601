/** The card purchases that unsaved settlements would start with (SPEC C575). */
import type { CardLine } from '#core/settlements/cards/card-line.ts'
import type { SettlementKey } from '#core/settlements/deductions/rule-history.ts'
import type { Database } from '#server/database/open.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { decideOpen } from './read-due.ts'
import { toUnsaved } from './unsaved.ts'

/** The lines of each settlement, in the order given. */
export async function proposeCardLines(
  database: Database,
  userId: string,
  settlements: readonly SettlementKey[],
): Promise<CardLine[][]> {
  const lines: CardLine[][] = settlements.map(() => [])
  if (settlements.length === 0) return lines
  const firstWeekday = await readFirstWeekday(database, userId)
  const unsaved = settlements.map((key) => toUnsaved(key, firstWeekday))
  const until =
    unsaved
      .map(({ endDate }) => endDate)
      .toSorted()
      .at(-1) ?? ''
  const truckIds = [...new Set(settlements.map(({ truckId }) => truckId))]
  for (const { decision } of await decideOpen(database, userId, { truckIds, until }, unsaved))
    if (decision.state === 'due') lines[unsaved.indexOf(decision.settlement)]?.push(decision.line)
  return lines
}
