/** Invoices as lists and requests return them. The status is derived here and never stored (SPEC C167). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import type { Sql } from '#server/lists/types.ts'
import { accountDay } from '#server/today.ts'

/**
 * SQL for the open amount at the end of the day, as the aging counts it, so that an entry dated tomorrow changes it tomorrow. An invoice
 * dated later is open from its own day; a void invoice is not open. `invoice` is the table's alias (SPEC C338).
 */
export function openOn(userId: string, today: Day): Sql {
  return sql`(case when invoice.state = 'approved' and invoice.last_entry_on > ${today}::date
    then find_open_on(${userId}::uuid, invoice.id, ${today}::date) else invoice.open_amount end)`
}

function creditedOn(userId: string, today: Day): Sql {
  return sql`(case when invoice.last_entry_on > ${today}::date
    then find_credited_on(${userId}::uuid, invoice.id, ${today}::date) else invoice.credited_amount end)`
}

/** SQL: true for all invoices with an open amount at the end of the day, and for a few others. Indexes find them. */
export function mayBeOpen(today: Day): Sql {
  return sql`(invoice.open_amount > 0 or invoice.last_entry_on > ${today}::date)`
}

/**
 * SQL for the status. The first true condition counts. An invoice is overdue after its due day. `invoice` is the table's
 * alias.
 */
function statusOn(userId: string, today: Day): Sql {
  const [open, credited] = [openOn(userId, today), creditedOn(userId, today)]
  const sent = sql`case when invoice.sent_on is null then 'approved' else 'sent' end`
  return sql`case when invoice.state <> 'approved' then invoice.state
    when invoice.kind = 'credit-note' then ${sent}
    when ${credited} = invoice.total then 'credited'
    when ${open} = 0 then 'paid'
    when invoice.due_on < ${today}::date then 'overdue'
    when ${open} < invoice.total - ${credited} then 'partly-paid'
    else ${sent} end`
}

/** A table expression of the invoices with their derived columns. The caller must filter it by user_id. */
export function invoiceRows(userId: string, today: Day = accountDay()): Sql {
  const open = openOn(userId, today)
  return sql`(select invoice.user_id, invoice.id, invoice.kind, invoice.state, invoice.number, invoice.broker_id,
    (select company_name from brokers where brokers.user_id = ${userId} and brokers.id = invoice.broker_id) as broker_name,
    invoice.invoice_date, invoice.terms_days, invoice.due_on,
    case when invoice.state = 'draft' then find_draft_total(${userId}::uuid, invoice.id) else invoice.total end as total,
    ${open} as open_amount, invoice.sent_on, invoice.factor_id, invoice.credits_id, invoice.rebills_id,
    invoice.supplements_id, invoice.note, invoice.voided_on, invoice.void_reason, invoice.approved_at,
    invoice.version, invoice.created_at, invoice.updated_at,
    ${statusOn(userId, today)} as status, ${hasDrift(userId)} as has_drift,
    case when invoice.state = 'draft' then 'draft' when ${needsAttention(userId, today)} then 'attention'
      when ${open} > 0 then 'sent' else 'closed' end as tab,
    case when invoice.state <> 'approved' then null when invoice.sent_on is not null then 'sent'
      when is_mail_waiting(${userId}::uuid, invoice.id) then 'waiting'
      when invoice.factor_id is not null then 'for-factor' else 'not-sent' end as sending,
    (select coalesce(json_agg(json_build_object('id', billed.load_id, 'loadId', coalesce(load.load_id, ''),
        'brokerLoadNumber', load.broker_load_number) order by load.delivery_date, billed.load_id), '[]')
      from invoice_loads as billed left join loads as load on load.user_id = ${userId} and load.id = billed.load_id
      where billed.user_id = ${userId} and billed.invoice_id = invoice.id) as loads,
    ${joinNumbers(userId, sql.ref('load.loadId'))} as load_numbers,
    ${joinNumbers(userId, sql.ref('load.brokerLoadNumber'))} as broker_load_numbers,
    array_remove(array[
      case when ${open} > 0 and is_disputed(${userId}::uuid, invoice.id) then 'disputed' end,
      case when invoice.factor_id is not null and ${open} > 0
        and not is_returned(${userId}::uuid, invoice.id, ${today}::date) then 'with-factor' end,
      case when ${hasDrift(userId)} then 'drift' end], null) as flags
    from invoices as invoice)`
}

/** A number of each of the invoice's loads: "L-1042, L-1043". */
function joinNumbers(userId: string, number: Sql): Sql {
  return sql`(select coalesce(string_agg(${number}, ', ' order by load.delivery_date, billed.load_id), '')
      from invoice_loads as billed join loads as load on load.user_id = ${userId} and load.id = billed.load_id
      where billed.user_id = ${userId} and billed.invoice_id = invoice.id)`
}

/** True for an invoice that is overdue or disputed, or has a load whose billed total has changed. */
export function needsAttention(userId: string, today: Day): Sql {
  return sql`(${openOn(userId, today)} > 0 and (invoice.due_on < ${today}::date
    or is_disputed(${userId}::uuid, invoice.id)) or ${hasDrift(userId)})`
}

/** True if the billed total of a load of the invoice has changed since. */
function hasDrift(userId: string): Sql {
  return sql`(invoice.state = 'approved' and invoice.kind = 'invoice' and exists (select from invoice_loads as billed
    join invoice_drift as drift on drift.user_id = ${userId} and drift.load_id = billed.load_id
    where billed.user_id = ${userId} and billed.invoice_id = invoice.id and billed.standing))`
}

const COLUMNS = sql.join(
  [
    ...(['id', 'kind', 'state', 'number', 'brokerId', 'brokerName', 'invoiceDate'] as const),
    ...(['termsDays', 'dueOn', 'total', 'openAmount', 'sentOn', 'factorId', 'creditsId'] as const),
    ...(['rebillsId', 'supplementsId', 'loads', 'hasDrift', 'status', 'flags'] as const),
    ...(['version', 'createdAt', 'updatedAt'] as const),
  ].map((name) => sql.ref(`record.${name}`)),
)

/** Reads invoices by id. Ids that the account does not have are left out. */
export async function readInvoices(
  work: Database | Work,
  userId: string,
  ids: readonly number[],
): Promise<Invoice[]> {
  if (!ids.length) return []
  const { rows } = await sql<Invoice>`select ${COLUMNS} from ${invoiceRows(userId)} as record
    where record.user_id = ${userId} and record.id = any(${ids}::bigint[]) order by record.id`.execute(
    work,
  )
  return rows
}

/** Throws 404 if the account has no such invoice. */
export async function readInvoice(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<Invoice> {
  const [invoice] = await readInvoices(work, userId, [id])
  if (!invoice) throw notFound()
  return invoice
}

/** The credit notes of an invoice, oldest first. */
export async function readCredits(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<Invoice[]> {
  const { rows } = await sql<{ id: number }>`select id from invoices
    where user_id = ${userId} and credits_id = ${id} order by id`.execute(work)
  return readInvoices(
    work,
    userId,
    rows.map((row) => row.id),
  )
}
