/** The letter that asks a broker for its record of an invoice's loads (SPEC C289). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { InvoiceSnapshot, SnapshotLoad } from '#core/invoices/snapshot.ts'
import type { RequestedLoad } from '#core/receivables/broker-record.ts'
import type { Database } from '#server/database/open.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { readBroker } from '#server/receivables/account-statement.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { readHead } from './head.ts'
import { buildBrokerRecordLetter } from './letters.ts'

const NOT_APPROVED = 'Only an approved invoice has this letter'

type Letter = { userId: string; invoiceId: number; day: Day }

/** Prints the letter, with the loads as the invoice prints them. Throws 404, and 409 for a draft, a void invoice or a credit note. */
export async function printBrokerRecordLetter(
  print: PrintFor,
  database: Database,
  { userId, invoiceId, day }: Letter,
): Promise<{ pdf: Uint8Array; name: string }> {
  const { brokerId, ...billed } = await readBilled(database, userId, invoiceId)
  const { name, address } = await readBroker(database, userId, brokerId)
  const head = await readHead(database, userId)
  const pdf = await print(userId, buildBrokerRecordLetter({ ...billed, name, address, day }, head))
  return { pdf, name: `record-request-${invoiceId}.pdf` }
}

type Row = {
  state: string
  kind: string
  brokerId: number
  number: string
  invoiceDate: Day
  snapshot: InvoiceSnapshot | null
}

async function readBilled(database: Database, userId: string, id: number) {
  const { rows } = await sql<Row>`
    select state, kind, broker_id, number, invoice_date, snapshot from invoices
      left join invoice_snapshots as frozen on frozen.user_id = ${userId} and frozen.invoice_id = invoices.id
    where invoices.user_id = ${userId} and invoices.id = ${id}`.execute(database)
  const [invoice] = rows
  if (!invoice) throw notFound()
  const { state, kind, snapshot, ...billed } = invoice
  if (state !== 'approved' || kind !== 'invoice') throw new RequestError(409, NOT_APPROVED)
  return { ...billed, loads: (snapshot?.loads ?? []).map(toRequested) }
}

function toRequested({ loadId, brokerLoadNumber, pickup, delivery }: SnapshotLoad): RequestedLoad {
  const place = ({ city, state }: SnapshotLoad['pickup']) =>
    [city, state].filter(Boolean).join(', ')
  return {
    number: loadId,
    brokerNumber: brokerLoadNumber,
    deliveredOn: delivery.day,
    route: `${place(pickup)} → ${place(delivery)}`,
  }
}
