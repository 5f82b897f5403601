/** The pay register of a settlement run (SPEC C8). */
import { sql } from 'kysely'
import type { Period } from '#core/calendar.ts'
import { deductionsOf } from '#core/settlements/extra-pay.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { reportColumns, type Report } from '#core/transfer/report.ts'
import type { Database } from '#server/database/open.ts'
import { readPartsOfStatements, type RegisterPart } from '#server/payments/register.ts'

const COLUMNS = reportColumns({
  'Statement #': 'count',
  Truck: 'text',
  Payee: 'text',
  'Settlement Date': 'day',
  Gross: 'money',
  'Of Which Extra Pay': 'money',
  Deductions: 'money',
  'Net Payment': 'money',
  Status: 'text',
  'Paid On': 'day',
  'Payment Method': 'text',
  Reference: 'text',
  'Payment Amount': 'money',
  'Payment State': 'text',
  'Reversed On': 'day',
})

type RegisterRow = Pick<
  Settlement,
  | 'id'
  | 'number'
  | 'settlementDate'
  | 'grossPay'
  | 'totalExpenses'
  | 'extraPay'
  | 'netPayment'
  | 'status'
  | 'paidOn'
  | 'paymentMethod'
  | 'paymentReference'
> & { truck: string; payee: string | null }

/**
 * One row for each payment of a settlement, reversed ones marked, and one for each settlement without a payment. Void
 * settlements are listed only with their payments. Figures are in the first row of a settlement.
 * Gross is loads and extra pay (SPEC C355). Gross - deductions = net. A frozen statement's truck and payee are the printed ones.
 */
export async function buildPayRegister(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<Report> {
  const { rows } =
    await sql<RegisterRow>`select billing.id, billing.number, billing.settlement_date,
      billing.gross_pay, billing.total_expenses, billing.extra_pay, billing.net_payment, billing.status,
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
    order by billing.number, billing.id`.execute(database)
  const ids = rows.map(({ id }) => id)
  const parts = Map.groupBy(
    await readPartsOfStatements(database, userId, ids),
    ({ billingId }) => billingId,
  )
  return {
    file: `pay-register-${from}`,
    columns: COLUMNS,
    rows: rows.flatMap((row) => toRegisterRows(row, parts.get(row.id) ?? [])),
  }
}

function toRegisterRows(row: RegisterRow, parts: RegisterPart[]): string[][] {
  if (parts.length === 0) return row.status === 'void' ? [] : [toRegisterCells(row)]
  return parts.map((part, index) => {
    const [number = '', truck = '', payee = '', date = '', ...figures] = toRegisterCells(row)
    const { paidOn, method, reference, amount, ended, state, reversedOn } = part
    return [
      ...[number, truck, payee, date],
      ...(index === 0 ? figures.slice(0, 4) : ['', '', '', '']),
      row.status,
      ...[paidOn, method, reference ?? '', amount, ended ?? state, reversedOn ?? ''],
    ]
  })
}

function toRegisterCells(row: RegisterRow): string[] {
  return [
    String(row.number ?? ''),
    row.truck,
    row.payee ?? '',
    row.settlementDate,
    row.grossPay,
    row.extraPay,
    deductionsOf(row),
    row.netPayment,
    row.status,
    row.paidOn ?? '',
    row.paymentMethod ?? '',
    row.paymentReference ?? '',
    '',
    '',
    '',
  ]
}
