/**
 * Changing a settlement begins here. Everything that changes a truck's settlements holds that truck's
 * row first, so that two runs, or a void while somebody approves, come one after the other.
 */
import type { RawBuilder } from 'kysely'
import type { Settlement } from '#core/settlements/settlement.ts'
import { lockedMessage, type Payment } from '#core/settlements/approval.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { versionConflict, notFound, RequestError } from '#server/errors.ts'

export function selectSettlements(work: Database | Work, userId: string) {
  return work.selectFrom('billing').selectAll().where('userId', '=', userId)
}

/** Until the transaction ends. A truck that is not there locks nothing: its link refuses later. */
export async function lockTruck(work: Work, userId: string, truckId: number): Promise<void> {
  await work
    .selectFrom('trucks')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', truckId)
    .forNoKeyUpdate()
    .execute()
}

/** The settlement as it stands once its truck is held. Throws 404, and 412 where it has another version. */
export async function lockSettlement(
  work: Work,
  userId: string,
  id: number,
  version?: number,
): Promise<Settlement> {
  const mine = selectSettlements(work, userId).where('id', '=', id)
  const found = await mine.executeTakeFirst()
  if (!found) throw notFound()
  await lockTruck(work, userId, found.truckId)
  const settlement = await mine.forNoKeyUpdate().executeTakeFirst()
  if (!settlement) throw notFound()
  if (version !== undefined && settlement.version !== version) throw versionConflict(settlement)
  return settlement
}

/** As `lockSettlement`, of one whose figures may still change. Throws 409 for any other. */
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

type SettlementChanges = Partial<Pick<Settlement, 'notes' | 'status' | 'number'> & Payment> & {
  voidReason?: string
  approvedAt?: RawBuilder<string>
  voidedAt?: RawBuilder<string>
}

/** Counts the change (SPEC B22) and gives the settlement as it stands now. */
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
