/** Counts the payees whose 1099-NEC would lack a tax ID (SPEC C50). The exact 1099 figures are on the Year-End screen. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { findTaxYear, findThreshold } from '#core/settlements/year/thresholds.ts'
import type { Database } from '#server/database/open.ts'

/** Adds up a payee's paid statements in the order of an index that has them all, and stops at the threshold. */
export async function countMissingTaxIds(
  database: Database,
  userId: string,
  today: Day,
): Promise<number> {
  const year = findTaxYear(today)
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
        select 'owner:' || id as payee from owners where user_id = ${userId} and tax_id is null
        union all select 'driver:' || id from drivers where user_id = ${userId} and tax_id is null) as untaxed
    where exists (select from (
        select sum(gross_pay) over (order by paid_on rows unbounded preceding) as gross from billing
        where user_id = ${userId} and payee = untaxed.payee and status = 'paid'
          and paid_on between ${from} and ${to}) as paid
      where gross >= ${findThreshold(year)})`.execute(database)
  return rows[0]?.count ?? 0
}
