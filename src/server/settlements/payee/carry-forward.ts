/** Carries a negative net forward to the truck's next settlement (SPEC C4). The caller holds the truck's row. */
import { formatDay } from '#core/calendar.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { CARRY_IN_FORMULA } from '#core/settlements/lines.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import type { SettlementKey } from '#core/settlements/deductions/rule-history.ts'
import { BLANK_LINE, deleteLine, insertLine } from '#server/settlements/lines/rows.ts'
import { saveSettlement } from '#server/settlements/settlement/lock.ts'
import { findNextSettlement, type Transfer } from './next-settlement.ts'

/** A carry-forward that is not on a later settlement yet. `amount` is a credit: below zero. */
export type CarryForward = Pick<Settlement, 'truckId' | 'number' | 'settlementDate' | 'payee'> & {
  from: number
  amount: Amount
}

/** A settlement with a negative net pays $0.00: a credit line carries the rest forward. Returns whether there is one. */
export async function addCarryOut(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<boolean> {
  if (toCents(settlement.netPayment) >= 0n) return false
  await insertLine(work, userId, settlement, {
    ...BLANK_LINE,
    kind: 'carry-out',
    category: 'other',
    description: 'Carried forward to next statement',
    amount: settlement.netPayment,
  })
  return true
}

/** Adds each open carry-forward to the truck's earliest later draft of the same payee, if there is one (SPEC C10). */
export async function addCarryIns(work: Work, userId: string, truckId: number): Promise<void> {
  for (const carry of await readOpenCarryForwards(work, userId, truckId)) {
    const next = await findNextSettlement(work, userId, carry)
    if (next) await addCarryIn(work, userId, next, carry, SAME_PAYEE)
  }
}

const SAME_PAYEE: Transfer = { takenOver: false, transferReason: null }

/** Returns the settlement after the line was added. */
export async function addCarryIn(
  work: Work,
  userId: string,
  next: Settlement,
  carry: CarryForward,
  transfer: Transfer,
): Promise<Settlement> {
  await insertLine(work, userId, next, {
    ...BLANK_LINE,
    ...toLine(carry),
    kind: 'carry-in',
    carriedFrom: carry.from,
    ...transfer,
  })
  return saveSettlement(work, userId, next.id)
}

/**
 * Returns a function that proposes a new settlement's carry-forwards. Call it in the order of dates: each is proposed
 * once.
 */
export function proposeCarryForwards(open: readonly CarryForward[]) {
  const waiting = new Set(open)
  return ({ truckId, settlementDate, payee }: SettlementKey) => {
    const carries = [...waiting]
      .filter((carry) => carry.truckId === truckId && carry.payee === payee)
      .filter((carry) => carry.settlementDate < settlementDate)
    for (const carry of carries) waiting.delete(carry)
    return carries.map((carry): ProposedLine => ({
      kind: 'carry-in',
      ...toLine(carry),
      formula: CARRY_IN_FORMULA,
    }))
  }
}

/**
 * Before a statement is voided: deletes its carry-forward and its adjustments. Returns the drafts that had them: the
 * caller recalculates these. Throws 409 if a frozen statement has them.
 */
export async function removeDependentLines(
  work: Work,
  userId: string,
  id: number,
): Promise<Set<number>> {
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
    const message = `Void statement ${frozen.number} first; it carries this balance`
    throw new RequestError(409, message)
  }
  for (const line of lines) await deleteLine(work, userId, line.id)
  return new Set(lines.map(({ billingId }) => billingId))
}

/**
 * Oldest first, without the ones written off. The open ones are found in two indexes before any settlement is read,
 * because an old account has carried almost all of its carry-forwards already.
 */
export function readOpenCarryForwards(
  work: Database | Work,
  userId: string,
  truckId?: number,
): Promise<CarryForward[]> {
  return work
    .with(
      (open) => open('open').materialized(),
      (query) =>
        query
          .selectFrom('expenses as out')
          .select(['out.billingId', 'out.truckId', 'out.amount'])
          .where('out.userId', '=', userId)
          .$if(truckId !== undefined, (outs) => outs.where('out.truckId', '=', truckId ?? 0))
          .where('out.kind', '=', 'carry-out')
          .where('out.voided', '=', false)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('expenses as in')
                  .whereRef('in.carriedFrom', '=', 'out.billingId')
                  .where('in.userId', '=', userId)
                  .where('in.kind', '=', 'carry-in')
                  .where('in.voided', '=', false),
              ),
            ),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('releases')
                  .whereRef('releases.billingId', '=', 'out.billingId')
                  .where('releases.userId', '=', userId)
                  .where('releases.loadId', 'is', null),
              ),
            ),
          ),
    )
    .selectFrom('open')
    .innerJoin('billing', (join) =>
      join.onRef('billing.id', '=', 'open.billingId').on('billing.userId', '=', userId),
    )
    .select(['billing.id as from', 'billing.number', 'billing.settlementDate', 'billing.payee'])
    .select(['open.truckId', 'open.amount'])
    .orderBy('billing.settlementDate')
    .execute()
}

function toLine({ number, settlementDate, amount }: CarryForward) {
  return {
    category: 'other' as const,
    description: `Balance forward from statement ${number} (${formatDay(settlementDate)})`,
    amount: toAmount(-toCents(amount)),
  }
}
