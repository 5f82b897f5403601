/** What waits with a payee whom the truck no longer pays: it passes on, or is released (SPEC C10). */
import { sql } from 'kysely'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { openDrift } from '#core/settlements/drift.ts'
import type {
  WriteOff,
  PreviousOwnerItems,
  OpenCarryForward,
} from '#core/settlements/previous-owner.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { readPreviousOwnerBalances } from '#server/settlements/balances/balances.ts'
import { addCarryIns, addCarryIn, readOpenCarryForwards } from './carry-forward.ts'
import { readDrift } from '#server/settlements/adjustments/drift.ts'
import { lockSettlement } from '#server/settlements/settlement/lock.ts'
import { selectOtherPayee, requireNextSettlement } from './next-settlement.ts'

/** Of one truck, or of all. */
export async function readPreviousOwnerItems(
  database: Database,
  userId: string,
  truckId?: number,
): Promise<PreviousOwnerItems> {
  const [carries, balances] = await Promise.all([
    readOpenByPayee(database, userId, truckId),
    readPreviousOwnerBalances(database, userId, truckId),
  ])
  return { carries, balances }
}

/** What waits for a settlement that is not saved yet, of the same payee, is not among it. */
async function readOpenByPayee(
  database: Database,
  userId: string,
  truckId?: number,
): Promise<OpenCarryForward[]> {
  const waiting = await readOpenCarryForwards(database, userId, truckId)
  const ids = waiting.map(({ from }) => from)
  const { rows } = await sql<Omit<OpenCarryForward, 'amount'>>`
    select stated.id as billing_id, stated.number, stated.truck_id, stated.settlement_date,
      coalesce(kept.snapshot #>> '{payee,name}', 'nobody') as payee,
      ${selectOtherPayee(userId, sql`stated`)} as other_payee
    from billing as stated join statement_snapshots as kept
      on kept.user_id = stated.user_id and kept.billing_id = stated.id
    where stated.user_id = ${userId} and stated.id = any(${ids}::bigint[])
    order by stated.number`.execute(database)
  const amounts = new Map(waiting.map(({ from, amount }) => [from, toAmount(-toCents(amount))]))
  return rows
    .filter(({ otherPayee: other }) => other !== null)
    .map((row) => ({ ...row, amount: amounts.get(row.billingId) ?? '0.00' }))
}

/**
 * Puts what a statement carried out on the truck's next pending settlement, whomever that pays: somebody
 * said so. Throws 404, and 409 where nothing waits or no settlement is there to take it.
 */
export function transfer(database: Database, userId: string, id: number): Promise<Settlement> {
  return inTransaction(database, async (work) => {
    const stated = await lockSettlement(work, userId, id)
    const carry = await readCarryForward(work, userId, stated)
    if (!carry) throw new RequestError(409, NOTHING)
    const next = await requireNextSettlement(work, userId, stated, 'any payee')
    return addCarryIn(work, userId, next, carry)
  })
}

const NOTHING = 'Nothing of this statement waits'

/** `loadId`: the load that changed; null: what was carried out. */
type Asked = Pick<WriteOff, 'loadId' | 'reason'>

/** Asks for it, or owes it, no more. Throws 404, and 409 where nothing waits. */
export function writeOff(
  database: Database,
  userId: string,
  id: number,
  { loadId, reason }: Asked,
): Promise<WriteOff> {
  return inTransaction(database, async (work) => {
    const stated = await lockSettlement(work, userId, id)
    const amount = await openAmount(work, userId, stated, loadId)
    if (amount === null) throw new RequestError(409, NOTHING)
    return work
      .insertInto('releases')
      .values({ userId, billingId: id, loadId, amount, reason })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** In the order in which they were made. Throws 404. */
export async function readWriteOffs(database: Database, userId: string, id: number) {
  const stated = database.selectFrom('billing').select('id').where('userId', '=', userId)
  if (!(await stated.where('id', '=', id).executeTakeFirst())) throw notFound()
  const mine = database.selectFrom('releases').selectAll().where('userId', '=', userId)
  return mine.where('billingId', '=', id).orderBy('id').execute()
}

/** It is asked for again. Throws 404. */
export function undoWriteOff(database: Database, userId: string, id: number, release: number) {
  return inTransaction(database, async (work) => {
    const { truckId } = await lockSettlement(work, userId, id)
    const mine = work.deleteFrom('releases').where('userId', '=', userId)
    const gone = await mine.where('billingId', '=', id).where('id', '=', release).executeTakeFirst()
    if (!gone.numDeletedRows) throw notFound()
    await addCarryIns(work, userId, truckId)
  })
}

async function readCarryForward(work: Work, userId: string, { id, truckId }: Settlement) {
  return (await readOpenCarryForwards(work, userId, truckId)).find(({ from }) => from === id)
}

/** Null where nothing is open. */
async function openAmount(
  work: Work,
  userId: string,
  stated: Settlement,
  loadId: number | null,
): Promise<Amount | null> {
  if (loadId === null) return (await readCarryForward(work, userId, stated))?.amount ?? null
  const drifts = await readDrift(work, userId, { billingId: stated.id })
  const drift = drifts.find((one) => one.loadId === loadId)
  return drift ? toAmount(openDrift(drift)) : null
}
