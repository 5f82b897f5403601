/** What cards bought for the trucks of one owner: on their statements, and what comes on the next one (SPEC C590). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { CardLine } from '#core/settlements/cards/card-line.ts'
import { decideKept } from '#core/settlements/cards/decide-purchase.ts'
import type { PlacingSettlement } from '#core/settlements/cards/place-purchase.ts'
import { readPurchasesById, readTrucksOf } from '#server/cards/truck-purchases.ts'
import type { Database } from '#server/database/open.ts'
import { decideOpen } from '#server/settlements/cards/read-due.ts'

/** The line that a statement has, or will have. `id`: of the stored line, or of the purchase. */
export type OwnCardLine = Omit<CardLine, 'cardPurchaseId'> & { id: number; truck: string }
export type StatedCardLine = OwnCardLine & { billingId: number; number: number }

/** The card lines of the payee's statements that are not void, the latest first. `before`: the last line of the previous page. */
export async function listStatedCards(
  database: Database,
  userId: string,
  payee: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<StatedCardLine[]> {
  const lines = sql`billing
    join expenses as line on line.user_id = ${userId} and line.billing_id = billing.id and line.kind = 'card'
    where billing.user_id = ${userId} and billing.payee = ${payee} and billing.status in ('approved', 'paid')`
  const isOlder =
    before === undefined
      ? sql`true`
      : sql`(line.date, line.id) < (select line.date, line.id from ${lines} and line.id = ${before})`
  const { rows } = await sql<StatedCardLine>`
    select line.id, line.kind, line.category, line.description, line.reference, line.date, line.amount, line.formula,
      line.card_retail, line.card_discount, line.card_passed_on, billing.id as billing_id, billing.number,
      (select kept.truck from statement_snapshots as kept
        where kept.user_id = ${userId} and kept.billing_id = billing.id) as truck
    from ${lines} and ${isOlder}
    order by line.date desc, line.id desc limit ${limit}`.execute(database)
  return rows
}

/**
 * The lines that the owner's next statements will have, by the leases of today, the latest first. A draft is not told apart from a purchase
 * that waits. Left out: what a person took off, what is in conflict, and what nobody can charge yet.
 */
export async function listNextCards(
  database: Database,
  userId: string,
  ownerId: number,
): Promise<OwnCardLine[]> {
  const trucks = await readTrucksOf(database, userId, ownerId)
  if (trucks.size === 0) return []
  const of = { truckIds: [...trucks.keys()], until: LAST_DAY }
  const [open, kept] = await Promise.all([
    decideOpen(database, userId, of),
    readOnDrafts(database, userId, ownerId),
  ])
  const due = open.flatMap(({ purchase: { truckId }, decision }) => {
    if (decision.state !== 'due' && decision.state !== 'waiting') return []
    const owner = decision.state === 'due' ? decision.settlement.ownerId : decision.ownerId
    return owner === ownerId ? { truckId, line: decision.line } : []
  })
  return [...due, ...kept]
    .map(({ truckId, line: { cardPurchaseId: id, ...line } }) => ({
      ...line,
      id,
      truck: trucks.get(truckId) ?? '',
    }))
    .toSorted((one, other) =>
      one.date === other.date ? other.id - one.id : one.date < other.date ? 1 : -1,
    )
}

/** A purchase may be posted after today. */
const LAST_DAY: Day = '9999-12-31'

type Draft = PlacingSettlement & { purchaseId: number }

async function readOnDrafts(database: Database, userId: string, ownerId: number) {
  const { rows } = await sql<Draft>`
    select billing.id, billing.truck_id, billing.settlement_date, billing.start_date, billing.end_date, billing.payee,
      billing.owner_id, billing.status, line.card_purchase_id as purchase_id
    from billing join expenses as line on line.user_id = ${userId} and line.billing_id = billing.id and line.kind = 'card'
    where billing.user_id = ${userId} and billing.payee = ${`owner:${ownerId}`} and billing.status = 'pending'`.execute(
    database,
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ purchaseId }) => purchaseId)
  const { purchases, defaults } = await readPurchasesById(database, userId, ids, {
    inConflict: false,
  })
  const drafts = new Map(rows.map((draft) => [draft.purchaseId, draft]))
  return purchases.flatMap((purchase) => {
    const draft = drafts.get(purchase.id)
    const line = draft && decideKept(purchase, draft, defaults)
    return line ? { truckId: purchase.truckId, line } : []
  })
}
