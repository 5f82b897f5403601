/** Totals of a payee's statements by calendar year (SPEC C53). The 1099 figures are in `year/`. */
import { sql } from 'kysely'
import type { PayeeTotals } from '#core/settlements/overview/overview.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { recordExists } from '#server/settlements/settlement/exists.ts'

type Person = { table: 'owners' | 'drivers'; id: number }

/** The totals of `year` and the year before, newest first. Years without statements are left out. Throws 404. */
export async function readPayeeTotals(
  database: Database,
  userId: string,
  { table, id }: Person,
  year: number,
): Promise<PayeeTotals[]> {
  if (!(await recordExists(database, table, userId, id))) throw notFound()
  const payee = `${table === 'owners' ? 'owner' : 'driver'}:${id}`
  const { rows } = await sql<PayeeTotals>`
    select extract(year from settlement_date)::int as year, count(*) as statements,
      sum(gross_pay) as gross, sum(gross_pay) - sum(net_payment) as deductions, sum(net_payment) as net,
      coalesce(sum(net_payment - paid_amount) filter (where status = 'approved' and net_payment > 0), 0.00) as open
    from billing where user_id = ${userId} and payee = ${payee} and status in ('approved', 'paid')
      and settlement_date between ${`${year - 1}-01-01`} and ${`${year}-12-31`}
    group by 1 order by 1 desc`.execute(database)
  return rows
}
