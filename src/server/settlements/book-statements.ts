/** Approved and void statements for the books (SPEC C221, C224). */
import { sql } from 'kysely'
import type { StatementFact } from '#core/books/owner-records.ts'
import type { Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { snakeCase } from '#server/database/values.ts'
import { readMovedAmounts } from './balances/book-balances.ts'

/** A statement counts on the day of its approval, and again on the day of its void. */
const APPROVED_ON = sql`coalesce(approved_on, (approved_at at time zone 'utc')::date)`
const VOIDED_ON = sql`coalesce(voided_on, (voided_at at time zone 'utc')::date)`

const CATEGORIES = sql.join(EXPENSE_CATEGORIES.map((name) => sql.ref(snakeCase(name))))

/** One row for each approval and each void in the period. Each of the two days has an index. */
function selectSteps(userId: string, { from, to }: Period) {
  return sql`(select billing.*, false as is_void, ${APPROVED_ON} as day from billing
      where user_id = ${userId} and number is not null and ${APPROVED_ON} between ${from} and ${to}
    union all select billing.*, true, ${VOIDED_ON} from billing
      where user_id = ${userId} and number is not null and voided_at is not null
        and ${VOIDED_ON} between ${from} and ${to})`
}

/** At most `most` statements, by day, then by number. */
export async function readBookStatements(
  work: Database | Work,
  userId: string,
  { from, to, most }: Period & { most: number },
): Promise<StatementFact[]> {
  const { rows } = await sql<Omit<StatementFact, 'moved'>>`
    select billing.id, is_void, day, number, replace(billing.payee, ':', ' ') as payee,
      coalesce(frozen.truck, '') as truck, settlement_date, gross_pay, extra_pay, net_payment,
      ${CATEGORIES}
    from ${selectSteps(userId, { from, to })} as billing
      left join lateral (select truck from statement_snapshots
        where user_id = ${userId} and billing_id = billing.id offset 0) as frozen on true
    order by day, number, is_void limit ${most}`.execute(work)
  const moved = await readMovedAmounts(
    work,
    userId,
    rows.map(({ id }) => id),
  )
  const byStatement = Map.groupBy(moved, ({ billingId }) => billingId)
  return rows.map((row) => ({ ...row, moved: byStatement.get(row.id) ?? [] }))
}

export type StatementSum = { isVoid: boolean; count: number; amount: Amount }

/** What statements owe their payees. */
export async function sumBookStatements(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<StatementSum[]> {
  const { rows } = await sql<StatementSum>`
    select is_void, count(*)::int as count, sum(case when is_void then -net_payment else net_payment end) as amount
    from ${selectSteps(userId, { from, to })} as billing group by is_void`.execute(work)
  return rows
}
