/** Each payee's calendar year, added up from frozen statements (SPEC C9). */
import { sql } from 'kysely'
import { BYTE_ORDER_MARK, csvLine } from '#core/transfer/csv.ts'
import { addUp, toAmount } from '#core/money.ts'
import {
  splitPaid,
  type YearSummary,
  type PaidStatement,
  type PayeeYear,
  type YearSums,
} from '#core/settlements/year.ts'
import type { Database } from '#server/database/open.ts'

const UNASSIGNED = 'Unassigned'

type YearRow = Omit<PayeeYear, 'statements' | 'sums'> &
  YearSums & { statements: PaidStatement[]; printed: string | null }

/**
 * January 1 to December 31, both included. A statement counts in a year if it was paid in it, if its settlement date
 * is in it, or if one of its loads was delivered in it: three indexes find these, and nothing else is read. `lateral`
 * keeps the planner from reading every statement of an old account.
 */
export async function readYearSummary(
  database: Database,
  userId: string,
  year: number,
): Promise<YearSummary> {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const { rows } = await sql<YearRow>`
    with delivered as materialized (select billing_id, sum(revenue) as revenue from statement_loads
      where user_id = ${userId} and delivery_date between ${from} and ${to} group by billing_id),
    found as materialized (
      select id from billing where user_id = ${userId} and paid_on between ${from} and ${to}
      union select id from billing where user_id = ${userId} and settlement_date between ${from} and ${to}
      union select billing_id from delivered),
    stated as (select billing.*, kept.truck, coalesce(kept.payee, ${UNASSIGNED}) as payee_name, kept.adjustments,
        coalesce(paid_on between ${from} and ${to}, false) as is_paid,
        settlement_date between ${from} and ${to} as is_settled,
        coalesce(delivered.revenue, 0.00) as delivered
      from found
        cross join lateral (select * from billing where user_id = ${userId} and id = found.id limit 1) as billing
        cross join lateral (select payee, truck, adjustments from statement_snapshots
          where user_id = ${userId} and billing_id = found.id limit 1) as kept
        left join delivered on delivered.billing_id = found.id
      where billing.status in ('approved', 'paid'))
    -- If the records do not tell the driver of an old statement, its printed name does.
    select payee as key, owner_id, driver_id, case when payee like 'truck:%' then payee_name end as printed,
      (array_agg(payee_name order by number desc))[1] as payee,
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'truck', truck,
        'settlementDate', settlement_date, 'paidOn', paid_on, 'paymentMethod', payment_method,
        'paymentReference', payment_reference, 'totalRevenue', total_revenue::text,
        'corrections', adjustments::text, 'totalExpenses', total_expenses::text, 'netPayment', net_payment::text)
        order by paid_on, number) filter (where is_paid), '[]') as statements,
      coalesce(sum(total_revenue) filter (where is_paid), 0.00) as stated,
      coalesce(sum(adjustments) filter (where is_paid), 0.00) as corrections,
      coalesce(sum(total_revenue + adjustments) filter (where is_paid), 0.00) as paid,
      coalesce(sum(total_revenue + adjustments) filter (where is_settled and not is_paid), 0.00) as settled_not_paid,
      coalesce(sum(total_revenue + adjustments) filter (where is_paid and not is_settled), 0.00) as paid_not_settled,
      coalesce(sum(total_revenue + adjustments) filter (where is_settled), 0.00) as settled,
      coalesce(sum(adjustments) filter (where is_settled), 0.00) as settled_corrections,
      coalesce(sum(total_revenue - delivered) filter (where is_settled), 0.00) as settled_not_delivered,
      coalesce(sum(delivered) filter (where not is_settled), 0.00) as delivered_not_settled,
      sum(delivered) as delivered
    from stated group by stated.payee, owner_id, driver_id, printed
    having bool_or(is_paid or is_settled or delivered <> 0) order by 5, key`.execute(database)
  return { year, payees: rows.map(toPayeeYear) }
}

function toPayeeYear(row: YearRow): PayeeYear {
  const { key, ownerId, driverId, payee, statements, printed: _printed, ...sums } = row
  return { key, ownerId, driverId, payee, statements, sums }
}

const HEADERS = [
  'Payee',
  'Statement #',
  'Truck',
  'Settlement Date',
  'Paid On',
  'Payment Method',
  'Reference',
  'Gross',
  'Adjustments to Prior Loads',
  'Adjusted Gross',
  'Deductions',
  'Net Payment',
]

/** One row for each statement that was paid in the year. */
export function buildYearCsv({ payees }: YearSummary): string {
  const lines = payees.flatMap(({ payee, statements }) =>
    statements.map((statement) => csvLine([payee, ...toYearCells(statement)])),
  )
  return BYTE_ORDER_MARK + csvLine(HEADERS) + lines.join('')
}

function toYearCells(statement: PaidStatement): string[] {
  const { number, truck, settlementDate, paidOn, paymentMethod, paymentReference } = statement
  const { revenue, corrections, deductions, net } = splitPaid(statement)
  const adjusted = toAmount(addUp([revenue, corrections]))
  const payment = [paidOn ?? '', paymentMethod ?? '', paymentReference ?? '']
  const amounts = [revenue, corrections, adjusted, deductions, net]
  return [String(number), truck, settlementDate, ...payment, ...amounts]
}
