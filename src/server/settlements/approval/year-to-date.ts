/** The year to date that a statement prints: of its payee, from the payee's own statements (SPEC C321). */
import { sql } from 'kysely'
import { yearOf } from '#core/calendar.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import { sumAdjustedPay, type Line } from '#core/settlements/lines.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { Settlement, YearToDate } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'

type Sums = Record<'revenue' | 'extraPay' | 'net', Amount>

/**
 * Adds up the statements of the settlement's year up to its date, and the settlement itself. Drafts, later weeks and the
 * statements of other payees of the truck do not count. Adjustments are revenue, so no load counts twice.
 */
export async function readYearToDateOfPayee(
  work: Database | Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
): Promise<Omit<YearToDate, 'loads'>> {
  const { id, payee, settlementDate, totalRevenue, netPayment } = settlement
  const { rows } = await sql<Sums>`
    select coalesce(sum(billing.total_revenue + kept.adjustments), 0.00) as revenue,
      coalesce(sum(kept.extra_pay), 0.00) as extra_pay, coalesce(sum(billing.net_payment), 0.00) as net
    from billing join statement_snapshots as kept on kept.user_id = ${userId} and kept.billing_id = billing.id
    where billing.user_id = ${userId} and billing.payee = ${payee} and billing.status in ('approved', 'paid')
      and billing.settlement_date between ${yearOf(settlementDate).from} and ${settlementDate}
      and billing.id <> ${id}`.execute(work)
  const [before = { revenue: '0.00', extraPay: '0.00', net: '0.00' }] = rows
  const revenue = addUp([before.revenue, totalRevenue]) + sumAdjustedPay(lines)
  const net = addUp([before.net, netPayment])
  return {
    revenue: toAmount(revenue),
    expenses: toAmount(revenue - net),
    extraPay: toAmount(toCents(before.extraPay) + sumExtraPay(lines)),
    net: toAmount(net),
  }
}
