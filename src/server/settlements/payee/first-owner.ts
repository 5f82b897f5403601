/** A truck without an owner gets one: its drafts and balances become that owner's (SPEC C10). */
import { sql } from 'kysely'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Work } from '#server/database/open.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { CHECK_VIOLATION, codeOf } from '#server/database/transaction.ts'

/**
 * Runs after a truck was changed; the caller's transaction holds the truck's row. A draft stays the driver's if it
 * has lines from another statement, or if its lines would exceed a balance of the owner. The settlement run and the
 * settlement show such a draft: "Pays the driver, but the truck now belongs to Ann".
 */
export async function assignFirstOwner(
  work: Work,
  userId: string,
  before: AnyRecord,
  after: AnyRecord,
): Promise<void> {
  const ownerId = after.ownerId
  if (before.ownerId !== null || typeof ownerId !== 'number') return
  await work
    .updateTable('deductionRules')
    .set({ ownerId, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('truckId', '=', after.id)
    .where('balance', '<>', 'none')
    .where('ownerId', 'is', null)
    .execute()
  for (const id of await readDriverDrafts(work, userId, after.id))
    await assignDraft(work, userId, id, ownerId)
}

/** The truck's drafts that pay the driver and have no line from another statement. */
async function readDriverDrafts(work: Work, userId: string, truckId: number): Promise<number[]> {
  const drafts = await work
    .selectFrom('billing')
    .select('id')
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('status', '=', 'pending')
    .where('ownerId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('expenses')
            .select('expenses.id')
            .where('expenses.userId', '=', userId)
            .whereRef('expenses.billingId', '=', 'billing.id')
            .where('kind', 'in', ['carry-in', 'correction']),
        ),
      ),
    )
    .orderBy('id')
    .execute()
  return drafts.map(({ id }) => id)
}

/** Leaves the draft as it is if its lines would exceed a balance of the owner. */
async function assignDraft(work: Work, userId: string, id: number, ownerId: number): Promise<void> {
  await sql`savepoint first_owner`.execute(work)
  try {
    await work
      .updateTable('billing')
      .set({ ownerId, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    await sql`release savepoint first_owner`.execute(work)
  } catch (error) {
    if (codeOf(error) !== CHECK_VIOLATION) throw error
    await sql`rollback to savepoint first_owner`.execute(work)
  }
}
