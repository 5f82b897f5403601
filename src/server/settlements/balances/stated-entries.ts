/** The balance entries that no statement has shown yet: those posted since the last statement (SPEC C20). */
import type { Balance } from '#core/settlements/balances.ts'
import type { Database, Work } from '#server/database/open.ts'

/** Reads the entries of the truck's balances, and of balances for all trucks. Oldest first. */
export function readUnstatedEntries(work: Database | Work, userId: string, truckId: number) {
  return work
    .selectFrom('balanceEntries')
    .select(['id', 'ruleId', 'payee', 'kind', 'day', 'undoes', 'amount', 'effect'])
    .where('userId', '=', userId)
    .where('statedOn', 'is', null)
    .where((where) => where.or([where('truckId', '=', truckId), where('truckId', 'is', null)]))
    .orderBy('id')
    .execute()
}

/** Called at approval: later statements do not show the entries again. */
export async function markStatedEntries(
  work: Work,
  userId: string,
  billingId: number,
  balances: readonly Balance[],
): Promise<void> {
  const ids = balances.flatMap(({ entries = [] }) => entries.map(({ id }) => id))
  if (ids.length === 0) return
  await work
    .updateTable('balanceEntries')
    .set({ statedOn: billingId })
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .execute()
}

/** Called at voiding: the next statement shows the entries again. */
export async function releaseStatedEntries(
  work: Work,
  userId: string,
  billingId: number,
): Promise<void> {
  await work
    .updateTable('balanceEntries')
    .set({ statedOn: null })
    .where('userId', '=', userId)
    .where('statedOn', '=', billingId)
    .execute()
}
