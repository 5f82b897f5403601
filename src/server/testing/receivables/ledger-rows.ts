/** Approved invoices and facts of the ledger, stored directly: for tests that need many, on any day. */
import { sql } from 'kysely'
import { addDays, type Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { ReceivableKind } from '#core/receivables/entries.ts'
import type { Database } from '#server/database/open.ts'
import { makeSample } from '#server/testing/samples.ts'
import type { Client } from '#server/testing/test-app.ts'

export type StoredInvoice = {
  id: number
  number: string
  brokerId: number
  invoiceDate: Day
  dueOn: Day
  total: Amount
}

export type Fact = {
  brokerId: number
  invoiceId: number | null
  day: Day
  kind: ReceivableKind
  amount: Amount
  receiptId?: number
}

let sequence = 5_000

/** An approved invoice and the ledger's entry of its total. */
export async function storeInvoice(
  database: Database,
  userId: string,
  given: { brokerId: number; invoiceDate: Day; total: Amount; terms?: number },
): Promise<StoredInvoice> {
  const { brokerId, invoiceDate, total, terms = 30 } = given
  const place = ++sequence
  const [number, dueOn] = [`T${place}`, addDays(invoiceDate, terms)]
  const { rows } = await sql<{ id: number }>`
    insert into invoices (user_id, state, number, sequence, broker_id, invoice_date, terms_days, due_on, total, approved_at)
    values (${userId}, 'approved', ${number}, ${place}, ${brokerId}, ${invoiceDate}, ${terms}, ${dueOn}, ${total}, now())
    returning id`.execute(database)
  const id = rows[0]?.id ?? 0
  await storeFact(database, userId, {
    ...{ brokerId, invoiceId: id, day: invoiceDate },
    ...{ kind: 'invoice', amount: total },
  })
  return { id, number, brokerId, invoiceDate, dueOn, total }
}

/** Facts of one transaction. */
export async function storeFact(
  database: Database,
  userId: string,
  ...facts: Fact[]
): Promise<void> {
  const rows = facts.map((fact) => ({ userId, ...fact }))
  await database.insertInto('receivableEntries').values(rows).execute()
}

export async function makeBroker(client: Client, companyName: string): Promise<number> {
  const values = { ...makeSample('brokers'), companyName, mcNumber: '', dotNumber: '' }
  return (await client.post('/api/brokers', values)).body.id
}
