/**
 * Statements and balances whose driver is unknown, because an earlier version did not store it (SPEC C10). Nothing is
 * guessed.
 */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Question } from '#core/payments/questions.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type {
  namedDriverSchema,
  Unnamed,
  UnnamedBalance,
  UnnamedStatement,
} from '#core/settlements/unnamed-drivers.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { RequestError } from '#server/errors.ts'
import { throwUnlessConfirmed } from '#server/payments/confirm.ts'
import { nameDriverOfPayments, readPaidTogether } from '#server/payments/payees.ts'
import { refreshDrafts } from '#server/settlements/deductions/apply.ts'
import { mapBalanceLimitError } from '#server/settlements/deductions/limits.ts'
import { deleteLine } from '#server/settlements/lines/rows.ts'
import { lockSettlement } from '#server/settlements/settlement/lock.ts'
import { addCarryIns } from './carry-forward.ts'
import { rejectUnknownPayee } from './payee.ts'

/** Sorted by statement number, and by balance. */
export async function readUnnamed(database: Database, userId: string): Promise<Unnamed> {
  const statements = await sql<UnnamedStatement>`
    select billing.id as billing_id, billing.number, kept.truck, billing.settlement_date, kept.payee,
      billing.net_payment
    from billing join statement_snapshots as kept
      on kept.user_id = billing.user_id and kept.billing_id = billing.id
    where billing.user_id = ${userId} and billing.owner_id is null and billing.driver_id is null
      and billing.status in ('approved', 'paid') and kept.payee is not null
    order by billing.number`.execute(database)
  const balances = await sql<UnnamedBalance>`
    select rule.id as rule_id, rule.description, rule.truck_id, trucks.truck_id as truck, rule.total
    from deduction_rules as rule join trucks on trucks.user_id = rule.user_id and trucks.id = rule.truck_id
    where rule.user_id = ${userId} and rule.total is not null
      and rule.owner_id is null and rule.driver_id is null
      and coalesce(trucks.owner_id, trucks.driver_id) is not null
    order by rule.id`.execute(database)
  return { statements: statements.rows, balances: balances.rows }
}

/**
 * Names the driver that a frozen statement paid. It prints the same as before. Its payment, its carry-forward and what
 * it deducted become the driver's. If the payment also covers other statements, the driver of all of them is named.
 * Throws 400 at the driver, 404, and 409 if its payee is known, if a balance would exceed its total, or if other
 * statements must be confirmed.
 */
export function nameDriver(
  database: Database,
  userId: string,
  id: number,
  { driverId, confirmed }: z.output<typeof namedDriverSchema>,
): Promise<Settlement> {
  const tooMuch = () =>
    new RequestError(409, 'The statement would take a balance of this driver past its total')
  return mapBalanceLimitError(
    () =>
      inTransaction(database, async (work) => {
        const stated = await lockSettlement(work, userId, id)
        rejectNamed(stated)
        await rejectUnknownPayee(work, userId, { ownerId: null, driverId })
        const together = await readPaidTogether(work, userId, id)
        throwUnlessConfirmed(await askTogether(work, userId, id, together), confirmed)
        await nameDriverOfPayments(work, userId, together, driverId)
        const named = await work
          .updateTable('billing')
          .set({ driverId, ...NEXT_VERSION })
          .where('userId', '=', userId)
          .where('id', '=', sql<number>`any(${together}::bigint[])`)
          .returningAll()
          .execute()
        for (const statement of named) await removeLinesOfOtherPayees(work, userId, statement)
        await addCarryIns(work, userId, stated.truckId)
        return named.find((statement) => statement.id === id) ?? stated
      }),
    tooMuch,
  )
}

/** A payment has one payee, so the other statements that it covers get the same driver. */
async function askTogether(
  work: Work,
  userId: string,
  id: number,
  together: number[],
): Promise<Question | null> {
  const others = together.filter((other) => other !== id)
  if (others.length === 0) return null
  const { rows } = await sql<{ number: number }>`select number from billing
    where user_id = ${userId} and id = any(${others}::bigint[]) order by number`.execute(work)
  const numbers = rows.map(({ number }) => number).join(', ')
  const statements = rows.length === 1 ? `statement ${numbers}` : `statements ${numbers}`
  const message = `The payment of this statement also covers ${statements}. Name the same driver for all of them?`
  return { field: 'driverId', message }
}

function rejectNamed({ ownerId, driverId, status }: Settlement): void {
  if (status === 'pending')
    throw new RequestError(409, 'This settlement is pending. Change its payee instead.')
  if (ownerId !== null || driverId !== null)
    throw new RequestError(409, 'The payee of this statement is known')
}

/** Deletes the statement's carry-forward and adjustments from drafts that pay someone else. */
async function removeLinesOfOtherPayees(work: Work, userId: string, { id, payee }: Settlement) {
  const lines = await readLinesOfOtherPayees(
    work,
    userId,
    sql`there.id = ${id} and here.payee <> ${payee}`,
  )
  for (const line of lines) await deleteLine(work, userId, line.id)
  await refreshDrafts(work, userId, new Set(lines.map(({ billingId }) => billingId)))
}

/** Throws 409 if the draft has an amount of a statement of another payee without a transfer. */
export async function rejectLinesOfOtherPayees(work: Work, userId: string, { id }: Settlement) {
  const [line] = await readLinesOfOtherPayees(work, userId, sql`here.id = ${id}`)
  if (!line) return
  const message = `The driver of statement ${line.number} is not on record. Name the driver before approving.`
  throw new RequestError(409, message)
}

/** Lines of drafts; `there`: the statement that the amount comes from, `here`: the draft. */
async function readLinesOfOtherPayees(
  work: Work,
  userId: string,
  condition: ReturnType<typeof sql>,
) {
  const { rows } = await sql<{ id: number; billingId: number; number: number }>`
    select line.id, line.billing_id, there.number
    from expenses as line
      join billing as here on here.user_id = ${userId} and here.id = line.billing_id
      join billing as there on there.user_id = ${userId}
        and there.id in (line.carried_from, line.corrects)
    where line.user_id = ${userId} and here.status = 'pending' and not line.taken_over
      and here.payee <> there.payee and ${condition}
    order by line.id`.execute(work)
  return rows
}
