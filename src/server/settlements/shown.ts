/** Lines and balances of a settlement as they are shown: once it is approved, as its statement has them (SPEC C3, C5). */
import { sql } from 'kysely'
import { withProgress, type Balance } from '#core/settlement-balances.ts'
import type { Line } from '#core/settlement-lines.ts'
import type { Settlement } from '#core/settlement.ts'
import type { Database } from '#server/database/open.ts'
import { balancesOf } from './balances.ts'
import { linesOf } from './lines.ts'
import { settlementStoreOf } from './store.ts'

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
  return frozenBalances(database, userId, settlement)
}

async function frozenBalances(database: Database, userId: string, { id }: Settlement) {
  const { balances } = await database
    .selectFrom('statementSnapshots')
    .select(sql<Balance[]>`snapshot -> 'balances'`.as('balances'))
    .where('userId', '=', userId)
    .where('billingId', '=', id)
    .executeTakeFirstOrThrow()
  return balances
}
