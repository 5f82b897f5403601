/** Carries a net below zero to the truck's next settlement (SPEC C4). The truck is held by whoever calls. */
import { formatDay } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { CARRY_IN_FORMULA } from '#core/settlements/lines.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import type { SettlementKey } from '#server/settlements/deductions/apply.ts'
import { BLANK_LINE, deleteLine, insertLine } from '#server/settlements/lines/rows.ts'
import { saveSettlement } from '#server/settlements/settlement/lock.ts'
import { findNextSettlement } from './next-settlement.ts'

/** What was carried out and waits for a next settlement. */
export type CarryForward = Pick<Settlement, 'truckId' | 'number' | 'settlementDate' | 'ownerId'> & {
  from: number
  amount: Amount
}

/** A settlement that would pay less than nothing pays nothing; the rest goes out of it. */
export async function addCarryOut(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<void> {
  if (toCents(settlement.netPayment) >= 0n) return
  await insertLine(work, userId, settlement, {
    ...BLANK_LINE,
    kind: 'carry-out',
    category: 'other',
    description: 'Carried out to the next statement',
    amount: settlement.netPayment,
  })
}

/**
 * Puts all that waits on the truck's earliest pending settlement of a later date that pays whom the carry
 * is of, where there is one (SPEC C10).
 */
export async function addCarryIns(work: Work, userId: string, truckId: number): Promise<void> {
  for (const carry of await readOpenCarryForwards(work, userId, truckId)) {
    const next = await findNextSettlement(work, userId, carry)
    if (next) await addCarryIn(work, userId, next, carry)
  }
}

/** Gives the settlement with the carry on it. */
export async function addCarryIn(
  work: Work,
  userId: string,
  next: Settlement,
  carry: CarryForward,
): Promise<Settlement> {
  await insertLine(work, userId, next, {
    ...BLANK_LINE,
    ...toLine(carry),
    kind: 'carry-in',
    carriedFrom: carry.from,
    takenOver: next.ownerId !== carry.ownerId,
  })
  return saveSettlement(work, userId, next.id)
}

/** What a settlement of a truck and date would start with. Asked in the order of dates: what one takes in, no other does. */
export async function proposeCarryForwards(database: Database, userId: string) {
  const waiting = new Set(await readOpenCarryForwards(database, userId))
  return ({ truckId, settlementDate, ownerId }: SettlementKey) => {
    const mine = [...waiting]
      .filter((carry) => carry.truckId === truckId && carry.ownerId === ownerId)
      .filter((carry) => carry.settlementDate < settlementDate)
    for (const carry of mine) waiting.delete(carry)
    return mine.map((carry): ProposedLine => ({ ...toLine(carry), formula: CARRY_IN_FORMULA }))
  }
}

/** Before a settlement is void: its carry and its corrections. Throws 409 where a frozen one has them. */
export async function removeDependentLines(work: Work, userId: string, id: number): Promise<void> {
  const lines = await work
    .selectFrom('expenses')
    .innerJoin('billing', (join) =>
      join
        .onRef('billing.userId', '=', 'expenses.userId')
        .onRef('billing.id', '=', 'expenses.billingId'),
    )
    .select(['expenses.id', 'billing.id as billingId', 'billing.number'])
    .where('expenses.userId', '=', userId)
    .where((is) => is.or([is('expenses.carriedFrom', '=', id), is('expenses.corrects', '=', id)]))
    .where('expenses.voided', '=', false)
    .execute()
  const frozen = lines.find(({ number }) => number !== null)
  if (frozen) {
    const message = `Statement ${frozen.number} starts from this one: void that one first`
    throw new RequestError(409, message)
  }
  for (const line of lines) await deleteLine(work, userId, line.id)
  for (const next of new Set(lines.map(({ billingId }) => billingId)))
    await saveSettlement(work, userId, next)
}

/** The earliest first; what was released waits no more. */
export function readOpenCarryForwards(
  work: Database | Work,
  userId: string,
  truckId?: number,
): Promise<CarryForward[]> {
  return work
    .selectFrom('expenses as out')
    .innerJoin('billing', (join) =>
      join.onRef('billing.userId', '=', 'out.userId').onRef('billing.id', '=', 'out.billingId'),
    )
    .leftJoin('expenses as in', (join) =>
      join
        .onRef('in.userId', '=', 'out.userId')
        .onRef('in.carriedFrom', '=', 'out.billingId')
        .on('in.voided', '=', false),
    )
    .leftJoin('releases', (join) =>
      join
        .onRef('releases.userId', '=', 'out.userId')
        .onRef('releases.billingId', '=', 'out.billingId')
        .on('releases.loadId', 'is', null),
    )
    .select(['billing.id as from', 'billing.number', 'billing.settlementDate', 'billing.ownerId'])
    .select(['out.truckId', 'out.amount'])
    .where('out.userId', '=', userId)
    .$if(truckId !== undefined, (query) => query.where('out.truckId', '=', truckId ?? 0))
    .where('out.kind', '=', 'carry-out')
    .where('out.voided', '=', false)
    .where('in.id', 'is', null)
    .where('releases.id', 'is', null)
    .orderBy('billing.settlementDate')
    .execute()
}

function toLine({ number, settlementDate, amount }: CarryForward) {
  return {
    category: 'other' as const,
    description: `Carried over from statement ${number} of ${formatDay(settlementDate)}`,
    amount: toAmount(-toCents(amount)),
  }
}
