/** Carries a net below zero to the truck's next settlement (SPEC C4). The truck is held by whoever calls. */
import { formatDay, type Day } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { Settlement } from '#core/settlement.ts'
import type { ProposedLine } from '#core/settlement-rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { BLANK, deleteLine, insertLine } from './lines.ts'
import { changed, settlementsOf } from './locked.ts'

/** What was carried out and waits for a next settlement. */
type Carry = { from: number; number: number | null; settlementDate: Day; amount: Amount }

/** A settlement that would pay less than nothing pays nothing; the rest goes out of it. */
export async function carryOut(work: Work, userId: string, settlement: Settlement): Promise<void> {
  if (toCents(settlement.netPayment) >= 0n) return
  await insertLine(work, userId, settlement, {
    ...BLANK,
    kind: 'carry-out',
    category: 'other',
    description: 'Carried out to the next statement',
    amount: settlement.netPayment,
  })
}

/** Puts all that waits on the truck's earliest pending settlement of a later date, where there is one. */
export async function carryIn(work: Work, userId: string, truckId: number): Promise<void> {
  for (const carry of await waitingCarries(work, userId, truckId)) {
    const next = await settlementsOf(work, userId)
      .where('truckId', '=', truckId)
      .where('status', '=', 'pending')
      .where('settlementDate', '>', carry.settlementDate)
      .orderBy('settlementDate')
      .executeTakeFirst()
    if (!next) continue
    const line = { ...BLANK, ...lineOf(carry), kind: 'carry-in' as const, carriedFrom: carry.from }
    await insertLine(work, userId, next, line)
    await changed(work, userId, next.id)
  }
}

/** What a settlement of this date would start with. */
export async function proposedCarries(
  database: Database,
  userId: string,
  truckId: number,
  settlementDate: Day,
): Promise<ProposedLine[]> {
  const carries = await waitingCarries(database, userId, truckId)
  return carries.filter((carry) => carry.settlementDate < settlementDate).map(lineOf)
}

/** Before a settlement is void. Throws 409 where a frozen one starts from what it carried out. */
export async function takeBackCarry(work: Work, userId: string, id: number): Promise<void> {
  const line = await work
    .selectFrom('expenses')
    .innerJoin('billing', (join) =>
      join
        .onRef('billing.userId', '=', 'expenses.userId')
        .onRef('billing.id', '=', 'expenses.billingId'),
    )
    .select(['expenses.id', 'billing.id as billingId', 'billing.number'])
    .where('expenses.userId', '=', userId)
    .where('expenses.carriedFrom', '=', id)
    .where('expenses.voided', '=', false)
    .executeTakeFirst()
  if (!line) return
  if (line.number !== null) {
    const message = `Statement ${line.number} starts from what this one carried out: void that one first`
    throw new RequestError(409, message)
  }
  await deleteLine(work, userId, line.id)
  await changed(work, userId, line.billingId)
}

function waitingCarries(work: Database | Work, userId: string, truckId: number): Promise<Carry[]> {
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
    .select(['billing.id as from', 'billing.number', 'billing.settlementDate', 'out.amount'])
    .where('out.userId', '=', userId)
    .where('out.truckId', '=', truckId)
    .where('out.kind', '=', 'carry-out')
    .where('out.voided', '=', false)
    .where('in.id', 'is', null)
    .orderBy('billing.settlementDate')
    .execute()
}

function lineOf({ number, settlementDate, amount }: Carry) {
  return {
    category: 'other' as const,
    description: `Carried over from statement ${number} of ${formatDay(settlementDate)}`,
    amount: toAmount(-toCents(amount)),
    formula: 'net below zero',
  }
}
