/** Facts of invoices for other features: receipts, receivables, factoring, books. */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { InvoiceKind, InvoiceState } from '#core/invoices/status.ts'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { invoiceLoadsOf, invoicesOf } from './sql.ts'

/** `loadNumbers`: the carrier's and the broker's numbers of all its loads. */
export type InvoiceFacts = {
  id: number
  kind: InvoiceKind
  state: InvoiceState
  number: string | null
  brokerId: number
  brokerName: string
  invoiceDate: Day | null
  termsDays: number
  dueOn: Day | null
  total: Amount
  openAmount: Amount
  factorId: number | null
  creditsId: number | null
  loadIds: number[]
  loadNumbers: string[]
}

type InvoiceFilter = {
  ids?: readonly number[]
  brokerId?: number
  brokerIds?: readonly number[]
  factorId?: number
  openOnly?: boolean
  /** Reads at most this many invoices, the oldest. */
  oldest?: number
}

/**
 * Reads invoices by due date, or by invoice date if `oldest` is set, then by id. `openOnly`: only those with an open amount.
 */
export async function readInvoiceFacts(
  database: Database | Work,
  userId: string,
  { ids, brokerId, brokerIds, factorId, openOnly, oldest }: InvoiceFilter,
): Promise<InvoiceFacts[]> {
  const conditions = [
    ...(ids ? [sql`invoice.id = any(${ids}::bigint[])`] : []),
    ...(brokerIds ? [sql`invoice.broker_id = any(${brokerIds}::bigint[])`] : []),
    ...(brokerId === undefined ? [] : [sql`invoice.broker_id = ${brokerId}`]),
    ...(factorId === undefined ? [] : [sql`invoice.factor_id = ${factorId}`]),
    ...(openOnly ? [sql`invoice.open_amount > 0`] : []),
  ]
  const where = conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const order = sql.ref(oldest === undefined ? 'invoice.due_on' : 'invoice.invoice_date')
  // Limits the invoices before their loads are read.
  const most = oldest === undefined ? sql`` : sql`order by ${order}, invoice.id limit ${oldest}`
  const { rows } = await sql<InvoiceFacts>`
    select invoice.id, invoice.kind, invoice.state, invoice.number, invoice.broker_id, broker.company_name as broker_name,
      invoice.invoice_date, invoice.terms_days, invoice.due_on, invoice.total, invoice.open_amount, invoice.factor_id,
      invoice.credits_id, loads.ids as load_ids, loads.numbers as load_numbers
    from (select invoice.* from ${invoicesOf(userId)} as invoice ${where} ${most}) as invoice
      join brokers as broker on broker.user_id = ${userId} and broker.id = invoice.broker_id
      cross join lateral (select coalesce(array_agg(load.id order by load.id), '{}') as ids,
          coalesce(array_agg(number order by load.id) filter (where number is not null), '{}') as numbers
        from ${invoiceLoadsOf(userId)} as billed
          join loads as load on load.user_id = ${userId} and load.id = billed.load_id
          cross join lateral (values (load.load_id), (load.broker_load_number)) as named (number)
        where billed.invoice_id = invoice.id) as loads
    order by ${order}, invoice.id`.execute(database)
  return rows
}
