/**
 * A truck that had neither an owner nor a driver gets one (SPEC C10). Drafts and unused balances without a payee
 * become that payee's. Nothing that belongs to an owner or a driver moves.
 */
import { sql } from 'kysely'
import type { AnyRecord } from '#core/entities/entity.ts'
import { payeeKey, type PayeeIds } from '#core/settlements/payee.ts'
import type { Work } from '#server/database/open.ts'
import { CHECK_VIOLATION, codeOf } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'

/** Runs after a truck was changed; the caller's transaction holds the truck's row. */
export async function assignFirstPayee(
  work: Work,
  userId: string,
  before: AnyRecord,
  after: AnyRecord,
): Promise<void> {
  const payee = readPayee(after)
  const noPayee = payeeKey({ ownerId: null, driverId: null, truckId: after.id })
  if (toKey(before) !== noPayee || toKey(after) === noPayee) return
  await assignUnusedBalances(work, userId, after.id, payee)
  for (const id of await readDraftsWithoutPayee(work, userId, after.id, noPayee))
    await assignDraft(work, userId, id, payee)
}

async function readDraftsWithoutPayee(
  work: Work,
  userId: string,
  truckId: number,
  noPayee: string,
) {
  const drafts = await work
    .selectFrom('billing')
    .select('id')
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('status', '=', 'pending')
    .where('payee', '=', noPayee)
    .where(sql<boolean>`not ${hasAmountsOfStatements(userId)}`)
    .orderBy('id')
    .execute()
  return drafts.map(({ id }) => id)
}

/** Leaves the draft as it is if the database finds no room for its lines in a balance of the payee. */
async function assignDraft(work: Work, userId: string, id: number, payee: PayeeIds): Promise<void> {
  await sql`savepoint first_payee`.execute(work)
  try {
    await work
      .updateTable('billing')
      .set({ ...payee, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
    await sql`release savepoint first_payee`.execute(work)
  } catch (error) {
    if (codeOf(error) !== CHECK_VIOLATION) throw error
    await sql`rollback to savepoint first_payee`.execute(work)
  }
}

/** Balances without a payee that no statement has used. */
async function assignUnusedBalances(work: Work, userId: string, truckId: number, payee: PayeeIds) {
  await work
    .updateTable('deductionRules')
    .set({ ...payee, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('balance', '<>', 'none')
    .where('ownerId', 'is', null)
    .where('driverId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('expenses')
            .innerJoin('billing', (join) =>
              join
                .onRef('billing.userId', '=', 'expenses.userId')
                .onRef('billing.id', '=', 'expenses.billingId'),
            )
            .select('expenses.id')
            .where('expenses.userId', '=', userId)
            .whereRef('expenses.ruleId', '=', 'deductionRules.id')
            .where('expenses.voided', '=', false)
            .where('billing.status', '<>', 'pending'),
        ),
      ),
    )
    .execute()
}

/** SQL: the draft has an amount of a statement, a refund, or a line of a balance that has no payee yet. */
function hasAmountsOfStatements(userId: string) {
  return sql`exists (select from expenses as line
      left join deduction_rules as rule on rule.user_id = line.user_id and rule.id = line.rule_id
    where line.user_id = ${userId} and line.billing_id = billing.id
      and (line.kind in ('carry-in', 'correction', 'refund') or rule.truck_id is not null
        and rule.balance <> 'none' and rule.owner_id is null and rule.driver_id is null))`
}

function toKey(truck: AnyRecord): string {
  return payeeKey({ ...readPayee(truck), truckId: truck.id })
}

function readPayee({ ownerId, driverId }: AnyRecord): PayeeIds {
  if (typeof ownerId === 'number') return { ownerId, driverId: null }
  return { ownerId: null, driverId: typeof driverId === 'number' ? driverId : null }
}
