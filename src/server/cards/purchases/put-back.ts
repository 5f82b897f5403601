/** A purchase that was taken off its settlement is charged again (SPEC C577). The draft that is due takes it when it is recalculated. */
import { sql } from 'kysely'
import { purchaseMessages } from '#core/cards/purchase-list.ts'
import { setOffReason } from '#server/cards/truck-purchases.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, RequestError } from '#server/errors.ts'

/** Throws 404, and 409 if nobody took it off. */
export function putBackPurchase(database: Database, userId: string, id: number): Promise<void> {
  return inTransaction(database, async (work) => {
    const { rows } = await sql<{ truckId: number | null; isOff: boolean }>`
      select truck_id, off_reason is not null as is_off from card_purchases
      where user_id = ${userId} and id = ${id} for no key update`.execute(work)
    if (!rows[0]) throw notFound()
    const { truckId, isOff } = rows[0]
    if (!isOff || truckId === null) throw new RequestError(409, purchaseMessages.notOff)
    await setOffReason(work, userId, { id, truckId }, null)
  })
}
