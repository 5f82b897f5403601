/**
 * The locks of settlements. Code that changes a truck's settlements locks the truck's row first, so that two runs, or a
 * void and an approval, run one after the other.
 */
import type { RawBuilder } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { PayeeIds } from '#core/settlements/payee.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { lockedMessage, type PaymentEntry } from '#core/settlements/approval.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { versionConflict, notFound, RequestError } from '#server/errors.ts'
import { lockTrucksOfSettlements } from '#server/settlements/approval/payable-statements.ts'

export function selectSettlements(work: Database | Work, userId: string) {
  return work.selectFrom('billing').selectAll().where('userId', '=', userId)
}

/**
 * Holds the lock until the transaction ends. Returns the truck's owner and driver. An unknown truck locks nothing; its
 * foreign key is checked later.
 */
export async function lockTruck(work: Work, userId: string, truckId: number): Promise<PayeeIds> {
  const truck = await work
    .selectFrom('trucks')
    .select(['ownerId', 'driverId'])
    .where('userId', '=', userId)
    .where('id', '=', truckId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return truck ?? { ownerId: null, driverId: null }
}

/** Locks the truck, then reads the settlement. Throws 404, and 412 if the settlement has another version. */
export async function lockSettlement(
  work: Work,
  userId: string,
  id: number,
  version?: number,
): Promise<Settlement> {
  await lockTrucksOfSettlements(work, userId, [id])
  const settlement = await selectSettlements(work, userId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!settlement) throw notFound()
  if (version !== undefined && settlement.version !== version) throw versionConflict(settlement)
  return settlement
}

/** `lockSettlement` for a draft. Throws 409 if the settlement is frozen. */
export async function lockPending(
  work: Work,
  userId: string,
  id: number,
  version?: number,
): Promise<Settlement> {
  const settlement = await lockSettlement(work, userId, id, version)
  if (settlement.status !== 'pending') {
    throw new RequestError(409, lockedMessage(settlement))
  }
  return settlement
}

type SettlementChanges = Partial<Pick<Settlement, 'notes' | 'status' | 'number'> & PaymentEntry> & {
  voidReason?: string
  holdReason?: string | null
  approvedAt?: RawBuilder<string>
  approvedOn?: Day
  voidedAt?: RawBuilder<string>
  voidedOn?: Day
}

/** Saves the changes under the next version (SPEC B22) and returns the new row. */
export async function saveSettlement(
  work: Work,
  userId: string,
  id: number,
  values: SettlementChanges = {},
): Promise<Settlement> {
  return work
    .updateTable('billing')
    .set({ ...values, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
