/** Lines and balances of a settlement as they are shown: once it is approved, as its statement has them (SPEC C3, C5). */
import { withProgress, type Balance } from '#core/settlements/balances.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Database } from '#server/database/open.ts'
import { balancesOf } from '#server/settlements/balances/balances.ts'
import { linesOf } from './rows.ts'
import { snapshotOf } from '#server/settlements/approval/snapshot.ts'
import { settlementStoreOf } from '#server/settlements/settlement/store.ts'

/** In the order of the form, then as they were written. Throws 404. */
export async function shownLines(database: Database, userId: string, id: number): Promise<Line[]> {
  const settlement = await settlementStoreOf(database, userId).get(id)
  const lines = await linesOf(database, userId, id)
  if (settlement.status !== 'pending') return lines
  return withProgress(lines, await balancesOf(database, userId, settlement))
}

/** Throws 404. */
export async function shownBalances(
  database: Database,
  userId: string,
  id: number,
): Promise<Balance[]> {
  const settlement = await settlementStoreOf(database, userId).get(id)
  if (settlement.status === 'pending') return balancesOf(database, userId, settlement)
  return (await snapshotOf(database, userId, id)).balances
}
