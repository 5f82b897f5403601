/** The pay register of a settlement run (SPEC C8). */
import { sql } from 'kysely'
import type { Period } from '#core/calendar.ts'
import { BYTE_ORDER_MARK, csvLine } from '#core/transfer/csv.ts'
import { deductionsOf } from '#core/settlements/extra-pay.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database } from '#server/database/open.ts'

const HEADERS = [
  'Statement #',
  'Truck',
  'Payee',
  'Settlement Date',
  'Gross',
  'Extra Pay',
  'Deductions',
  'Net Payment',
  'Status',
  'Paid On',
  'Payment Method',
  'Reference',
]

type RegisterRow = Pick<
  Settlement,
  | 'number'
  | 'settlementDate'
  | 'totalRevenue'
  | 'totalExpenses'
  | 'extraPay'
  | 'netPayment'
  | 'status'
  | 'paidOn'
  | 'paymentMethod'
  | 'paymentReference'
> & { truck: string; payee: string | null }

/** Gross + extra pay - deductions = net. One row for each settlement that is not void. A frozen statement's truck and payee are the printed ones. */
export async function buildPayRegister(database: Database, userId: string, { from, to }: Period) {
  const { rows } = await sql<RegisterRow>`select billing.number, billing.settlement_date,
      billing.total_revenue, billing.total_expenses, billing.extra_pay, billing.net_payment, billing.status,
      billing.paid_on, billing.payment_method, billing.payment_reference,
      coalesce(kept.truck, trucks.truck_id) as truck,
      case when kept.billing_id is null then coalesce(owners.name, drivers.name) else kept.payee end as payee
    from billing
      join trucks on trucks.user_id = billing.user_id and trucks.id = billing.truck_id
      left join owners on owners.user_id = billing.user_id and owners.id = billing.owner_id
      left join drivers on drivers.user_id = billing.user_id and drivers.id = billing.driver_id
      left join statement_snapshots as kept
        on kept.user_id = billing.user_id and kept.billing_id = billing.id
    where billing.user_id = ${userId} and billing.settlement_date between ${from} and ${to}
      and billing.status <> 'void'
    order by billing.number, billing.id`.execute(database)
  return (
    BYTE_ORDER_MARK + csvLine(HEADERS) + rows.map((row) => csvLine(toRegisterCells(row))).join('')
  )
}

function toRegisterCells(row: RegisterRow): string[] {
  return [
    String(row.number ?? ''),
    row.truck,
    row.payee ?? '',
    row.settlementDate,
    row.totalRevenue,
    row.extraPay,
    deductionsOf(row),
    row.netPayment,
    row.status,
    row.paidOn ?? '',
    row.paymentMethod ?? '',
    row.paymentReference ?? '',
  ]
}
