/** Stores approved invoices and ledger entries directly, for tests that need many of them, on any day. */
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

/** Stores an approved invoice and the ledger entry of its total. */
export async function storeInvoice(
  database: Database,
  userId: string,
  given: { brokerId: number; invoiceDate: Day; total: Amount; terms?: number },
): Promise<StoredInvoice> {
  const { brokerId, invoiceDate, total, terms = 30 } = given
  const dueOn = addDays(invoiceDate, terms)
  const { id, number } = await database.transaction().execute(async (work) => {
    const drafts = await sql<{ id: number }>`
      insert into invoices (user_id, broker_id, terms_days) values (${userId}, ${brokerId}, ${terms})
      returning id`.execute(work)
    const draft = drafts.rows[0]?.id ?? 0
    await sql`insert into invoice_lines (user_id, invoice_id, number, kind, amount)
      values (${userId}, ${draft}, 1, 'extra', ${total})`.execute(work)
    const approved = await sql<{ id: number; number: string }>`
      with place as (select coalesce(max(sequence), 0) + 1 as next from invoices where user_id = ${userId})
      update invoices set state = 'approved', number = 'T' || next, sequence = next, invoice_date = ${invoiceDate},
        due_on = ${dueOn}, total = ${total}, approved_at = now() from place
      where user_id = ${userId} and id = ${draft} returning id, number`.execute(work)
    return approved.rows[0] ?? { id: 0, number: '' }
  })
  await storeFact(database, userId, {
    brokerId,
    invoiceId: id,
    day: invoiceDate,
    kind: 'invoice',
    amount: total,
  })
  return { id, number, brokerId, invoiceDate, dueOn, total }
}

/** Stores facts in one transaction. `receiptId`: any number; facts with the same number share a receipt. */
export async function storeFact(
  database: Database,
  userId: string,
  ...facts: Fact[]
): Promise<void> {
  const rows: (Fact & { userId: string })[] = []
  for (const { receiptId, ...fact } of facts) {
    const stored =
      receiptId === undefined
        ? {}
        : { receiptId: await storeReceipt(database, userId, fact, receiptId) }
    rows.push({ userId, ...fact, ...stored })
  }
  await database.insertInto('receivableEntries').values(rows).execute()
}

/** Stores a receipt without parts, which the ledger does not read, and turns off the guards that require them. */
async function storeReceipt(
  database: Database,
  userId: string,
  { brokerId, day }: Pick<Fact, 'brokerId' | 'day'>,
  number: number,
): Promise<number> {
  return database.transaction().execute(async (work) => {
    const reference = `ledger ${number}`
    await sql`set local session_replication_role = replica`.execute(work)
    const { rows } = await sql<{ id: number }>`
      with known as (select id from receipts where user_id = ${userId} and reference = ${reference}),
      made as (insert into receipts (user_id, broker_id, received_on, method, reference, amount)
        select ${userId}::uuid, ${brokerId}::bigint, ${day}::date, 'check', ${reference}::text, 1
        where not exists (select from known) returning id)
      select id from known union all select id from made`.execute(work)
    return rows[0]?.id ?? 0
  })
}

export async function makeBroker(client: Client, companyName: string): Promise<number> {
  const values = { ...makeSample('brokers'), companyName, mcNumber: '', dotNumber: '' }
  return (await client.post('/api/brokers', values)).body.id
}
