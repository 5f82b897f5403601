/** Repayments and write-offs of advances and loans, and the undo of entries (SPEC C20). */
import { formatMoney, negate, toCents, type Amount } from '#core/money.ts'
import type {
  AskedPlace,
  BalanceEntry,
  BalancePlace,
  NewBalanceWriteOff,
  NewRepayment,
} from '#core/balances/entries.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import { askEntryDay } from '#core/payments/questions.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { throwUnlessConfirmed } from '#server/payments/confirm.ts'
import { accountDay } from '#server/today.ts'
import { mapBalanceLimitError } from '#server/settlements/deductions/limits.ts'
import { lockBalance, lockRuleOfBalance, readRuleOfBalance, toPlace } from './lock-balance.ts'

/** Posts money that the payee repaid. Throws 400 at a field, 404, and 409 for escrow and for an unusual day. */
export function postRepayment(
  database: Database,
  userId: string,
  ruleId: number,
  { day, amount, method, reference, confirmed, ...asked }: NewRepayment,
  request: Repeatable,
): Promise<BalanceEntry> {
  return runIdempotent(database, userId, request, async (work) => {
    const place = await lockOwed(work, userId, ruleId, asked, amount)
    throwUnlessConfirmed(askEntryDay(day, accountDay()), confirmed)
    return insertEntry(work, userId, {
      ...place,
      kind: 'repayment',
      day,
      amount,
      effect: amount,
      method,
      reference,
    })
  })
}

/** Posts an amount that is no longer collected. Throws 400 at a field, 404, and 409 for escrow and for an unusual day. */
export function postWriteOff(
  database: Database,
  userId: string,
  ruleId: number,
  { day, amount, reason, confirmed, ...asked }: NewBalanceWriteOff,
  request: Repeatable,
): Promise<BalanceEntry> {
  return runIdempotent(database, userId, request, async (work) => {
    const place = await lockOwed(work, userId, ruleId, asked, amount)
    throwUnlessConfirmed(askEntryDay(day, accountDay()), confirmed)
    return insertEntry(work, userId, {
      ...place,
      kind: 'write-off',
      day,
      amount,
      effect: amount,
      reason,
    })
  })
}

/** Posts the opposite of an entry. Throws 404, and 409 for a transfer or if a later entry or line depends on it. */
export function undoEntry(
  database: Database,
  userId: string,
  id: number,
  reason: string,
  request: Repeatable,
): Promise<BalanceEntry> {
  const undo = async (work: Work) => {
    const { ruleId } = await readEntry(work, userId, id)
    await lockRuleOfBalance(work, userId, ruleId)
    const entry = await readEntry(work, userId, id)
    rejectUndo(entry)
    const { amount, effect } = entry
    const mirror = await insertEntry(work, userId, {
      ...keepPosted(entry),
      amount: negate(amount),
      effect: negate(effect),
      reason,
      undoes: id,
    })
    await work
      .updateTable('balanceEntries')
      .set({ undone: true })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    return mirror
  }
  return mapBalanceLimitError(
    () => runIdempotent(database, userId, request, undo),
    () =>
      new RequestError(409, 'A later settlement or entry depends on it. Change that one first.'),
  )
}

/** Reads the entries of a balance, newest first. Throws 404. */
export async function readEntries(
  database: Database,
  userId: string,
  ruleId: number,
  { truckId, payee }: AskedPlace,
): Promise<BalanceEntry[]> {
  await readRuleOfBalance(database, userId, ruleId)
  return database
    .selectFrom('balanceEntries')
    .selectAll()
    .where('userId', '=', userId)
    .where('ruleId', '=', ruleId)
    .$if(Boolean(truckId), (query) => query.where('truckId', '=', truckId ?? 0))
    .$if(payee !== undefined, (query) => query.where('payee', '=', payee ?? ''))
    .orderBy('id', 'desc')
    .execute()
}

type NewEntry = BalancePlace &
  Pick<BalanceEntry, 'kind' | 'day' | 'amount' | 'effect'> &
  Partial<Omit<BalanceEntry, 'id' | 'undone' | 'statedOn' | 'createdAt'>>

/** Inserts an entry. Throws the database's error if the balance does not allow it. */
export function insertEntry(work: Work, userId: string, entry: NewEntry): Promise<BalanceEntry> {
  return work
    .insertInto('balanceEntries')
    .values({ ...NO_DETAILS, ...entry, userId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const NO_DETAILS = {
  method: null,
  reference: null,
  reason: null,
  otherRuleId: null,
  quarter: null,
  rate: null,
  balanceDays: null,
  undoes: null,
  statedOn: null,
}

async function lockOwed(
  work: Work,
  userId: string,
  ruleId: number,
  asked: AskedPlace,
  amount: Amount,
): Promise<BalancePlace> {
  const { balance } = await lockBalance(work, userId, ruleId, asked)
  if (balance.balance === 'escrow')
    throw new RequestError(409, "Escrow is the payee's money: refund it on a settlement")
  if (toCents(amount) === 0n) throw badField('amount', 'Amount must be more than 0')
  if (toCents(amount) > toCents(balance.available)) throw badField('amount', describeOwed(balance))
  return toPlace(balance)
}

function describeOwed({ available, open }: OpenBalance): string {
  const most = `Only ${formatMoney(toCents(available))} is owed`
  return available === open ? most : `${most} after the drafts that deduct it`
}

function rejectUndo({ kind, undoes, undone }: BalanceEntry): void {
  if (undoes !== null)
    throw new RequestError(409, 'This entry undoes another one. Enter the original again instead.')
  if (undone) throw new RequestError(409, 'Already undone')
  if (kind === 'transfer-out' || kind === 'transfer-in')
    throw new RequestError(409, "A transfer can't be undone. Transfer the amount back.")
}

/** Throws 404 if the account has no such entry. */
async function readEntry(work: Work, userId: string, id: number): Promise<BalanceEntry> {
  const entry = await work
    .selectFrom('balanceEntries')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!entry) throw notFound()
  return entry
}

/** The values that an undo keeps, with the day: past balances are then as if the entry had never been made. */
function keepPosted(entry: BalanceEntry) {
  const { ruleId, truckId, payee, kind, day, method, reference, quarter, rate, balanceDays } = entry
  return { ruleId, truckId, payee, kind, day, method, reference, quarter, rate, balanceDays }
}
