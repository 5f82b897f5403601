/** Amounts still open with a payee the truck no longer pays: listed, transferred or written off (SPEC C10). */
import { sql } from 'kysely'
import { toAmount, toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { openDelta, type LoadDelta } from '#core/settlements/adjustments/drift.ts'
import type {
  WriteOff,
  PreviousPayeeItems,
  OpenCarryForward,
} from '#core/settlements/previous-payee.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { readPreviousPayeeBalances } from '#server/settlements/balances/balances.ts'
import { readDrift } from '#server/settlements/adjustments/drift.ts'
import { lockSettlement } from '#server/settlements/settlement/lock.ts'
import {
  addCarryIns,
  addCarryIn,
  readOpenCarryForwards,
  type CarryForward,
} from './carry-forward.ts'
import { requireNextSettlement, selectOtherPayee } from './next-settlement.ts'
import { NO_PAYEE } from './payee-names.ts'

/** Reads the items of one truck, or of all trucks. `open`: their open carry-forwards, if they were already read. */
export async function readPreviousPayeeItems(
  database: Database,
  userId: string,
  truckId?: number,
  open?: readonly CarryForward[],
): Promise<PreviousPayeeItems> {
  const [carries, balances] = await Promise.all([
    readCarryForwardsOfPreviousPayees(
      database,
      userId,
      open ?? (await readOpenCarryForwards(database, userId, truckId)),
    ),
    readPreviousPayeeBalances(database, userId, truckId),
  ])
  return { carries, balances }
}

/** Leaves out the amounts that the truck's next settlement of the same payee includes anyway. */
async function readCarryForwardsOfPreviousPayees(
  database: Database,
  userId: string,
  open: readonly CarryForward[],
): Promise<OpenCarryForward[]> {
  if (open.length === 0) return []
  const ids = open.map(({ from }) => from)
  const { rows } = await sql<Omit<OpenCarryForward, 'amount'>>`
    select stated.id as billing_id, stated.number, stated.truck_id, stated.settlement_date,
      coalesce(kept.payee, ${NO_PAYEE}) as payee,
      ${selectOtherPayee(userId, sql`stated`)} as other_payee
    from billing as stated join statement_snapshots as kept
      on kept.user_id = stated.user_id and kept.billing_id = stated.id
    where stated.user_id = ${userId} and stated.id = any(${ids}::bigint[])
    order by stated.number`.execute(database)
  const amounts = new Map(open.map(({ from, amount }) => [from, toAmount(-toCents(amount))]))
  return rows
    .filter(({ otherPayee }) => otherPayee !== null)
    .map((row) => ({ ...row, amount: amounts.get(row.billingId) ?? '0.00' }))
}

/**
 * Moves a statement's carry-forward to the truck's next draft of any payee. Throws 404, 409 if nothing is open or there
 * is no such draft, and 400 if the amount would move to another payee without a reason.
 */
export function transferCarryForward(
  database: Database,
  userId: string,
  id: number,
  reason: string | null,
): Promise<Settlement> {
  return inTransaction(database, async (work) => {
    const stated = await lockSettlement(work, userId, id)
    const carry = await readCarryForward(work, userId, stated)
    if (!carry) throw new RequestError(409, NOTHING_OPEN)
    const { next, transfer } = await requireNextSettlement(work, userId, stated, { reason })
    return addCarryIn(work, userId, next, carry, transfer)
  })
}

const NOTHING_OPEN = 'Nothing is open on this statement'

/** `loadId`: the load that changed; null: the carry-forward. */
type WriteOffRequest = Pick<WriteOff, 'loadId' | 'reason'>

/** The open amount is neither collected nor paid from now on. Throws 404, and 409 if nothing is open. */
export function writeOff(
  database: Database,
  userId: string,
  id: number,
  { loadId, reason }: WriteOffRequest,
): Promise<WriteOff> {
  return inTransaction(database, async (work) => {
    const stated = await lockSettlement(work, userId, id)
    const open = await readOpenAmount(work, userId, stated, loadId)
    if (open === null) throw new RequestError(409, NOTHING_OPEN)
    return work
      .insertInto('releases')
      .values({ userId, billingId: id, loadId, ...open, reason })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Reads the write-offs, oldest first. Throws 404. */
export async function readWriteOffs(database: Database, userId: string, id: number) {
  const statement = database.selectFrom('billing').select('id').where('userId', '=', userId)
  if (!(await statement.where('id', '=', id).executeTakeFirst())) throw notFound()
  const writeOffs = database.selectFrom('releases').selectAll().where('userId', '=', userId)
  return writeOffs.where('billingId', '=', id).orderBy('id').execute()
}

/** Undoes a write-off, so that the amount is open again. Throws 404. */
export function undoWriteOff(database: Database, userId: string, id: number, writeOffId: number) {
  return inTransaction(database, async (work) => {
    const { truckId } = await lockSettlement(work, userId, id)
    const writeOffs = work.deleteFrom('releases').where('userId', '=', userId)
    const deleted = await writeOffs
      .where('billingId', '=', id)
      .where('id', '=', writeOffId)
      .executeTakeFirst()
    if (!deleted.numDeletedRows) throw notFound()
    await addCarryIns(work, userId, truckId)
  })
}

async function readCarryForward(work: Work, userId: string, { id, truckId }: Settlement) {
  return (await readOpenCarryForwards(work, userId, truckId)).find(({ from }) => from === id)
}

type OpenAmount = Pick<WriteOff, 'amount' | 'net'> & Partial<LoadDelta>

/** Reads the open amount; null if nothing is open. */
async function readOpenAmount(
  work: Work,
  userId: string,
  stated: Settlement,
  loadId: number | null,
): Promise<OpenAmount | null> {
  if (loadId === null) {
    const carry = await readCarryForward(work, userId, stated)
    return carry ? { amount: carry.amount, net: null } : null
  }
  const drifts = await readDrift(work, userId, { billingIds: [stated.id] })
  const drift = drifts.find((one) => one.loadId === loadId)
  return drift ? { ...openDelta(drift), net: drift.loadNet } : null
}
