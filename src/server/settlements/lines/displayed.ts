/**
 * Lines and balances of a settlement as its screen and API show them. An approved settlement shows those of its statement
 * (SPEC C3, C5).
 */
import { withProgress, type Balance } from '#core/settlements/balances.ts'
import { withFormula, type Line } from '#core/settlements/lines.ts'
import type { Database } from '#server/database/open.ts'
import { readBalances } from '#server/settlements/balances/balances.ts'
import { readLineRows } from './rows.ts'
import { readSnapshot } from '#server/settlements/approval/statement-data.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'

/** Sorted by category, date and id. Throws 404. */
export async function readDisplayedLines(
  database: Database,
  userId: string,
  id: number,
): Promise<Line[]> {
  const settlement = await openSettlementStore(database, userId).get(id)
  const lines = await readLineRows(database, userId, id)
  if (settlement.status !== 'pending') return lines.map(withFormula)
  const balances = await readBalances(database, userId, settlement)
  return withProgress(lines, balances).map(withFormula)
}

/** Throws 404 if the account has no such settlement. */
export async function readDisplayedBalances(
  database: Database,
  userId: string,
  id: number,
): Promise<Balance[]> {
  const settlement = await openSettlementStore(database, userId).get(id)
  if (settlement.status === 'pending') return readBalances(database, userId, settlement)
  return (await readSnapshot(database, userId, id)).balances
}
