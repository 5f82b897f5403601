/** Each owner's year out of the frozen statements: what they say does not change (SPEC C9). */
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

type Payee = Pick<PayeeYear, 'ownerId' | 'payee'>
type Found = Payee & YearSums & { statements: PaidStatement[]; unowned: string | null }

/** `year` is a calendar year: 1 January to 31 December, both counted in. */
export async function readYearSummary(
  database: Database,
  userId: string,
  year: number,
): Promise<YearSummary> {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const { rows } = await sql<Found>`
    with stated as (select billing.*, snapshot, kept.snapshot #>> '{truck,truckId}' as truck,
        coalesce(kept.snapshot #>> '{payee,name}', 'Nobody assigned') as payee,
        coalesce(paid_on between ${from} and ${to}, false) as is_paid,
        settlement_date between ${from} and ${to} as is_settled,
        (select coalesce(-sum(line.amount), 0.00) from jsonb_to_recordset(snapshot -> 'lines')
          as line (kind text, amount numeric(12, 2)) where line.kind = 'correction') as corrections,
        (select coalesce(sum(load.revenue), 0.00) from jsonb_to_recordset(snapshot -> 'loads')
          as load (revenue numeric(12, 2), "deliveryDate" date)
          where load."deliveryDate" between ${from} and ${to}) as delivered
      from billing join statement_snapshots as kept
        on kept.user_id = billing.user_id and kept.billing_id = billing.id
      where billing.user_id = ${userId} and billing.status in ('approved', 'paid'))
    select owner_id, case when owner_id is null then payee end as unowned,
      (array_agg(payee order by number desc))[1] as payee,
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'truck', truck,
        'settlementDate', settlement_date, 'paidOn', paid_on, 'paymentMethod', payment_method,
        'paymentReference', payment_reference, 'totalRevenue', total_revenue::text,
        'corrections', corrections::text, 'totalExpenses', total_expenses::text, 'netPayment', net_payment::text)
        order by paid_on, number) filter (where is_paid), '[]') as statements,
      coalesce(sum(total_revenue) filter (where is_paid), 0.00) as stated,
      coalesce(sum(corrections) filter (where is_paid), 0.00) as corrections,
      coalesce(sum(total_revenue + corrections) filter (where is_paid), 0.00) as paid,
      coalesce(sum(total_revenue + corrections) filter (where is_settled and not is_paid), 0.00) as settled_not_paid,
      coalesce(sum(total_revenue + corrections) filter (where is_paid and not is_settled), 0.00) as paid_not_settled,
      coalesce(sum(total_revenue + corrections) filter (where is_settled), 0.00) as settled,
      coalesce(sum(corrections) filter (where is_settled), 0.00) as settled_corrections,
      coalesce(sum(total_revenue - delivered) filter (where is_settled), 0.00) as settled_not_delivered,
      coalesce(sum(delivered) filter (where not is_settled), 0.00) as delivered_not_settled,
      sum(delivered) as delivered
    from stated group by 1, 2
    having bool_or(is_paid or is_settled or delivered <> 0) order by payee, 1`.execute(database)
  return { year, payees: rows.map(toPayeeYear) }
}

function toPayeeYear({ ownerId, payee, statements, unowned: _key, ...sums }: Found): PayeeYear {
  return { ownerId, payee, statements, sums }
}

const HEADS = [
  'Payee',
  'Statement #',
  'Truck',
  'Settlement Date',
  'Paid On',
  'Payment Method',
  'Reference',
  'Revenue',
  'Corrections of Loads',
  'Corrected Revenue',
  'Deductions',
  'Net Payment',
]

/** Statement by statement. */
export function buildYearCsv({ payees }: YearSummary): string {
  const lines = payees.flatMap(({ payee, statements }) =>
    statements.map((statement) => csvLine([payee, ...toCells(statement)])),
  )
  return BYTE_ORDER_MARK + csvLine(HEADS) + lines.join('')
}

function toCells(statement: PaidStatement): string[] {
  const { number, truck, settlementDate, paidOn, paymentMethod, paymentReference } = statement
  const { revenue, corrections, deductions, net } = splitPaid(statement)
  const corrected = toAmount(addUp([revenue, corrections]))
  const how = [paidOn ?? '', paymentMethod ?? '', paymentReference ?? '']
  return [
    String(number),
    truck,
    settlementDate,
    ...how,
    revenue,
    corrections,
    corrected,
    deductions,
    net,
  ]
}
