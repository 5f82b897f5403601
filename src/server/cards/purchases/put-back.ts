/** A purchase that was taken off its settlement is charged again (SPEC C577). The draft that is due takes it when it is recalculated. */
import { sql } from 'kysely'
import { purchaseMessages } from '#core/cards/purchase-list.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { notFound, RequestError } from '#server/errors.ts'

/** Throws 404, and 409 if nobody took it off. */
export function putBackPurchase(database: Database, userId: string, id: number): Promise<void> {
  return inTransaction(database, async (work) => {
    const { rows } = await sql<{ offReason: string | null }>`select off_reason from card_purchases
      where user_id = ${userId} and id = ${id} for no key update`.execute(work)
    if (!rows[0]) throw notFound()
    if (rows[0].offReason === null) throw new RequestError(409, purchaseMessages.notOff)
    await sql`update card_purchases set off_reason = null, ${NEXT_VERSION_SQL}
      where user_id = ${userId} and id = ${id}`.execute(work)
  })
}
