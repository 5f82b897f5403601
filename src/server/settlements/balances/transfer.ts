/** Moves what is left of a balance to another truck or to another payee, with a reason (SPEC C20). */
import { sql } from 'kysely'
import { formatMoney, toAmount, toCents, type Amount } from '#core/money.ts'
import { linkNotFound } from '#core/fields/fields.ts'
import {
  balanceTransferFields,
  type BalanceEntry,
  type NewBalanceTransfer,
} from '#core/balances/entries.ts'
import { askEntryDay, type Question } from '#core/payments/questions.ts'
import { choosePayee, payeeKey, type PayeeIds } from '#core/settlements/payee.ts'
import { netFloor, type StoredRule } from '#core/settlements/rules.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'
import { throwUnlessConfirmed } from '#server/payments/confirm.ts'
import { accountDay } from '#server/today.ts'
import { rejectUnknownPayee } from '#server/settlements/payee/payee.ts'
import { truckExists } from '#server/settlements/settlement/exists.ts'
import { insertEntry } from './entries.ts'
import { lockBalance, toPlace, type LockedBalance } from './lock-balance.ts'

/**
 * The rest of the balance moves to a new deduction with the same terms, on another truck or for another payee. What a floor
 * left for later becomes an advance that is deducted at once, as far as the floor allows. Returns
 * the entry of the old balance. Throws 400 at a field, 404, and 409 if nothing is open, if a draft changes the balance,
 * and for an unusual day or an inactive payee.
 */
export function transferBalance(
  database: Database,
  userId: string,
  ruleId: number,
  { day, toTruckId, toOwnerId, toDriverId, reason, confirmed, ...asked }: NewBalanceTransfer,
  request: Repeatable,
): Promise<BalanceEntry> {
  return runIdempotent(database, userId, request, async (work) => {
    const locked = await lockBalance(work, userId, ruleId, asked)
    const { balance } = locked
    rejectUnsettled(locked)
    if (!(await truckExists(work, userId, toTruckId)))
      throw badField('toTruckId', linkNotFound(balanceTransferFields.toTruckId.label))
    const payee = await readNewPayee(work, userId, balance.payeeKey, { toOwnerId, toDriverId })
    const key = payeeKey({ ...payee, truckId: toTruckId })
    if (toTruckId === balance.truckId && key === balance.payeeKey)
      throw badField('toTruckId', 'Choose another truck or another payee')
    throwUnlessConfirmed(askEntryDay(day, accountDay()), confirmed)
    if (key !== balance.payeeKey)
      throwUnlessConfirmed(await askInactive(work, userId, payee), confirmed)
    const amount = balance.open
    const made = await insertSuccessor(work, userId, locked, { amount, toTruckId, payee, day })
    const entry = { day, amount, reason }
    const isHeld = balance.balance === 'escrow'
    const out = await insertEntry(work, userId, {
      ...toPlace(balance),
      ...entry,
      kind: 'transfer-out',
      otherRuleId: made.id,
      effect: isHeld ? toAmount(-toCents(amount)) : amount,
    })
    await insertEntry(work, userId, {
      ruleId: made.id,
      truckId: toTruckId,
      payee: key,
      ...entry,
      kind: 'transfer-in',
      otherRuleId: ruleId,
      effect: isHeld ? amount : '0.00',
    })
    return out
  })
}

function rejectUnsettled({ balance }: LockedBalance): void {
  if (toCents(balance.drafts) !== 0n) {
    const drafts = formatMoney(toCents(balance.drafts))
    const change = balance.balance === 'deferred' ? 'change what is left' : `deduct ${drafts}`
    const message = `Drafts ${change} for “${balance.description}”. Approve or delete them first.`
    throw new RequestError(409, message)
  }
  if (toCents(balance.open) <= 0n) throw new RequestError(409, 'Nothing is open')
}

/** The payee stays if the request names none. */
async function readNewPayee(
  work: Work,
  userId: string,
  current: string,
  { toOwnerId, toDriverId }: Pick<NewBalanceTransfer, 'toOwnerId' | 'toDriverId'>,
): Promise<PayeeIds> {
  const [kind, id] = current.split(':')
  const stays = {
    ownerId: kind === 'owner' ? Number(id) : null,
    driverId: kind === 'driver' ? Number(id) : null,
  }
  if (toOwnerId !== null && toDriverId !== null)
    throw badField('toDriverId', 'Choose an owner or a driver, not both')
  const named = { ownerId: toOwnerId ?? undefined, driverId: toDriverId ?? undefined }
  const payee = choosePayee(named, stays, null)
  try {
    await rejectUnknownPayee(work, userId, payee)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw badField(payee.ownerId === null ? 'toDriverId' : 'toOwnerId', error.message)
  }
  return payee
}

/** Forms do not offer inactive owners and drivers. A request that names one must confirm it (SPEC C41). */
async function askInactive(
  work: Work,
  userId: string,
  { ownerId, driverId }: PayeeIds,
): Promise<Question | null> {
  const [table, id] =
    ownerId === null ? (['drivers', driverId] as const) : (['owners', ownerId] as const)
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}
    where user_id = ${userId} and id = ${id} and status = 'inactive'`.execute(work)
  const [inactive] = rows
  if (!inactive) return null
  const field = ownerId === null ? 'toDriverId' : 'toOwnerId'
  return { field, message: `${inactive.name} is inactive. Transfer the balance anyway?` }
}

type Successor = { amount: Amount; toTruckId: number; payee: PayeeIds; day: string }

/** Escrow keeps its target, unless the deduction is for all trucks: there the new truck collects its own target anyway. */
async function insertSuccessor(
  work: Work,
  userId: string,
  { rule, balance }: LockedBalance,
  { amount, toTruckId, payee, day }: Successor,
): Promise<{ id: number }> {
  const { id: _, userId: __, version: ___, createdAt: ____, updatedAt: _____, ...terms } = rule
  const keepsTarget = balance.balance === 'escrow' && hasOwnTarget(rule)
  const total = keepsTarget && toCents(rule.total ?? amount) > toCents(amount) ? rule.total : amount
  return work
    .insertInto('deductionRules')
    .values({
      ...terms,
      ...(balance.balance === 'deferred'
        ? { ...AT_ONCE, value: amount, floor: netFloor(rule) }
        : {}),
      ...payee,
      truckId: toTruckId,
      total,
      firstDay: day,
      userId,
      lastDay: balance.balance !== 'deferred' && isNotOver(rule, day) ? rule.lastDay : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

function isNotOver({ lastDay }: StoredRule, day: string): boolean {
  return lastDay !== null && lastDay >= day
}

const AT_ONCE = {
  basis: 'fixed',
  frequency: 'settlement',
  everyWeeks: null,
  balance: 'advance',
  shortfall: 'later',
} as const

function hasOwnTarget({ truckId, ownerId, driverId }: StoredRule): boolean {
  return truckId !== null || ownerId !== null || driverId !== null
}
