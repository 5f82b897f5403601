/** A broker's statement of account, read from the ledger (SPEC C202). */
import { sql } from 'kysely'
import { addDays, type Period } from '#core/calendar.ts'
import { addUp, toAmount } from '#core/money.ts'
import {
  type AccountFact,
  type AccountStatement,
  toAccountLines,
} from '#core/receivables/account-statement.ts'
import { BUCKETS } from '#core/receivables/aging.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, notFound } from '#server/errors.ts'
import { readCompany } from '#server/settings/company.ts'
import { readAging, readBalance } from './aging.ts'
import { readOpenInvoices } from './open-invoices.ts'

/** Throws 404 for an unknown broker, 400 if the days are in the wrong order. */
export async function readAccountStatement(
  work: Database | Work,
  userId: string,
  brokerId: number,
  { from, to }: Period,
): Promise<AccountStatement> {
  if (from > to) throw badField('to', 'To must not be before From')
  const { name: brokerName } = await readBroker(work, userId, brokerId)
  const opening = await readBalance(work, userId, addDays(from, -1), brokerId)
  const lines = toAccountLines(opening, await readFacts(work, userId, brokerId, { from, to }))
  const { labels, brokers } = await readAging(work, userId, to, 'age', brokerId)
  const open = await readOpenInvoices(work, userId, to, 'age', brokerId)
  const remitTo = await readRemitTo(work, userId, open)
  return {
    brokerId,
    brokerName,
    from,
    to,
    opening,
    lines,
    labels,
    closing: toAmount(addUp([opening, ...lines.map(({ amount }) => amount)])),
    aging: brokers[0] ?? NOTHING_OWED,
    invoices: open.map((invoice) => ({ ...invoice, remitTo: remitTo(invoice.id) })),
  }
}

const NOTHING_OWED = {
  buckets: BUCKETS.age.map(() => '0.00'),
  open: '0.00',
  unapplied: '0.00',
  balance: '0.00',
}

/** Throws 404 if the account has no such broker. */
export async function readBroker(
  work: Database | Work,
  userId: string,
  brokerId: number,
): Promise<{ name: string; email: string | null; address: string | null }> {
  const broker = await work
    .selectFrom('brokers')
    .select(['companyName', 'billToName', 'billToAddress', 'address', 'invoiceEmail', 'email'])
    .where('userId', '=', userId)
    .where('id', '=', brokerId)
    .executeTakeFirst()
  if (!broker) throw notFound()
  return {
    name: broker.companyName,
    email: broker.invoiceEmail ?? broker.email,
    address: broker.billToAddress ?? broker.address,
  }
}

async function readFacts(
  work: Database | Work,
  userId: string,
  brokerId: number,
  { from, to }: Period,
): Promise<AccountFact[]> {
  const { rows } = await sql<AccountFact>`
    select entry.day, entry.kind, entry.invoice_id, invoices.number as invoice_number, note.number as credit_number,
      receipts.method, receipts.reference, difference.kind as difference_kind, entry.amount
    from receivable_entries as entry
      left join invoices on invoices.user_id = ${userId} and invoices.id = entry.invoice_id
      left join invoices as note on note.user_id = ${userId} and note.id = entry.credit_note_id
      left join receipts on receipts.user_id = ${userId} and receipts.id = entry.receipt_id
      left join lateral (select first.kind from receivable_entries as first
        where first.user_id = ${userId} and first.difference_id = entry.difference_id and first.kind <> 'reversal'
        limit 1) as difference on entry.kind = 'reversal'
    where entry.user_id = ${userId} and entry.broker_id = ${brokerId}
      and entry.day between ${from} and ${to}
    order by entry.day, entry.id`.execute(work)
  return rows
}

// Who the broker must pay for each invoice: the payee that the approved invoice prints, or the carrier again after a chargeback (SPEC C274).

/**
 * Returns a function that names an invoice's payee. `withFactor`: the invoice is payable to a factor on the day of the
 * paper.
 */
async function readRemitTo(
  work: Database | Work,
  userId: string,
  invoices: readonly { id: number; withFactor: boolean }[],
): Promise<(invoiceId: number) => string> {
  const { companyName } = await readCompany(work, userId)
  const ids = invoices.map(({ id }) => id)
  const withFactor = new Set(invoices.filter((one) => one.withFactor).map(({ id }) => id))
  const { rows } = await sql<{ id: number; name: string | null; printsFactor: boolean }>`
    select invoice_id as id, snapshot -> 'remitTo' ->> 'name' as name, factor_id is not null as prints_factor
    from invoice_snapshots join invoices on invoices.user_id = ${userId} and invoices.id = invoice_id
    where invoice_snapshots.user_id = ${userId} and invoice_id = any(${ids}::bigint[])`.execute(
    work,
  )
  const printed = rows.filter(({ id, printsFactor }) => !printsFactor || withFactor.has(id))
  const names = new Map(printed.map(({ id, name }) => [id, name]))
  return (invoiceId) => names.get(invoiceId) ?? companyName
}
