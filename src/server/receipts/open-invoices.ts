/** The open invoices that Receive Payment lists (SPEC C199). */
import { sql } from 'kysely'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import { isRefundDue } from '#core/receipts/questions.ts'
import type { PayableInvoice, OpenInvoices, UnappliedReceipts } from '#core/receipts/responses.ts'
import type { Database } from '#server/database/open.ts'
import { nameFactorsOf } from '#server/factoring/broker-money.ts'
import { readInvoiceFacts, type InvoiceFacts } from '#server/invoices/read-invoices.ts'
import { readDisputedAmounts } from '#server/receivables/disputes.ts'
import { accountDay } from '#server/today.ts'
import { readQuickPay } from './brokers.ts'
import { readLoadsOfInvoices } from '#server/invoices/money/loads-of-invoices.ts'

/** The most invoices of one response. */
const MOST_OPEN = 1000
const MOST_FOUND = 50

/** The broker's open invoices, oldest first, with its quick-pay terms and its unapplied money. */
export async function readPayableInvoices(
  database: Database,
  userId: string,
  brokerId: number,
): Promise<OpenInvoices> {
  const wanted = { brokerId, openOnly: true, oldest: MOST_OPEN + 1 }
  const open = await readInvoiceFacts(database, userId, wanted)
  const terms = await readQuickPay(database, userId, brokerId)
  const unapplied = await readUnappliedReceipts(database, userId, brokerId)
  return {
    ...(await describeOpen(database, userId, open, MOST_OPEN)),
    ...terms,
    unapplied: toAmount(addUp(unapplied.receipts.map((one) => one.unapplied))),
  }
}

/** Open invoices of any broker whose number, load number or broker's load number begins with the text. */
export async function findOpenInvoices(
  database: Database,
  userId: string,
  search: string,
): Promise<OpenInvoices> {
  const typed = search.trim().toLowerCase()
  const open = await readInvoiceFacts(database, userId, { openOnly: true })
  const found = typed
    ? open.filter(({ number, loadNumbers }) =>
        [number, ...loadNumbers].some((one) => one?.toLowerCase().startsWith(typed)),
      )
    : []
  const described = await describeOpen(database, userId, found, MOST_FOUND)
  return { ...described, quickPayPercent: null, quickPayWithin: null, unapplied: '0.00' }
}

/** Open invoices by invoice date, then by id. */
async function describeOpen(
  database: Database,
  userId: string,
  facts: readonly InvoiceFacts[],
  most: number,
): Promise<{ invoices: PayableInvoice[]; more: boolean }> {
  const oldest = facts.toSorted(compareAge).slice(0, most)
  const ids = oldest.map(({ id }) => id)
  const disputed = await readDisputedAmounts(database, userId, ids)
  const loads = await readLoadsOfInvoices(database, userId, ids)
  const factors = await nameFactorsOf(database, userId, oldest)
  const invoices = oldest.map((one) => ({
    id: one.id,
    number: one.number ?? '',
    brokerId: one.brokerId,
    brokerName: one.brokerName,
    invoiceDate: one.invoiceDate ?? '',
    dueOn: one.dueOn ?? '',
    total: one.total,
    openAmount: one.openAmount,
    disputed: pickLower(disputed.get(one.id) ?? '0.00', one.openAmount),
    loads: loads.get(one.id) ?? [],
    factor: factors.get(one.id) ?? null,
  }))
  return { invoices, more: facts.length > most }
}

function compareAge(one: InvoiceFacts, other: InvoiceFacts): number {
  const [mine, others] = [one.invoiceDate ?? '', other.invoiceDate ?? '']
  if (mine !== others) return mine < others ? -1 : 1
  return one.id - other.id
}

function pickLower(one: Amount, other: Amount): Amount {
  return toCents(one) < toCents(other) ? one : other
}

/** Reads the receipts of one broker, or of all, that have unapplied money, oldest first. */
export async function readUnappliedReceipts(
  database: Database,
  userId: string,
  brokerId?: number,
): Promise<UnappliedReceipts> {
  type Row = Omit<UnappliedReceipts['receipts'][number], 'isRefundDue'>
  const ofBroker = brokerId === undefined ? sql`` : sql` and receipt.broker_id = ${brokerId}`
  const { rows } = await sql<Row>`
    select receipt.id, receipt.broker_id, broker.company_name as broker_name, receipt.received_on, receipt.unapplied
    from receipts as receipt join brokers as broker on broker.user_id = ${userId} and broker.id = receipt.broker_id
    where receipt.user_id = ${userId} and receipt.unapplied > 0${ofBroker}
    order by receipt.received_on, receipt.id limit ${MOST_OPEN}`.execute(database)
  const today = accountDay()
  return { receipts: rows.map((row) => ({ ...row, isRefundDue: isRefundDue(row, today) })) }
}
