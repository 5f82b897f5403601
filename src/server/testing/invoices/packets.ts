/** Approved invoices with papers, for tests of packets. */
import { sql } from 'kysely'
import type { Packet } from '#core/packets/packets.ts'
import type { Database } from '#server/database/open.ts'
import { makeSample } from '#server/testing/samples.ts'
import type { Client } from '#server/testing/test-app.ts'

let made = 0

/** A broker with loads that are on an approved invoice. `number`: of the invoice. */
export async function addInvoice(database: Database, client: Client, userId: string, loads = 1) {
  const at = ++made
  const number = String(1000 + at)
  const broker = { ...makeSample('brokers', 900 + at), companyName: `Packet broker ${at}` }
  const brokerId = (await client.post('/api/brokers', broker)).body.id
  const { rows } = await sql<{ id: number }>`insert into invoices (user_id, broker_id, terms_days)
    values (${userId}, ${brokerId}, 30) returning id`.execute(database)
  const id = rows[0]?.id ?? 0
  const loadIds: number[] = []
  for (let load = 1; load <= loads; load++) {
    const sample = { ...makeSample('loads'), loadId: `K-${at}-${load}`, brokerId }
    const loadId = (await client.post('/api/loads', sample)).body.id
    await sql`insert into invoice_loads (user_id, invoice_id, load_id) values (${userId}, ${id}, ${loadId})`.execute(
      database,
    )
    loadIds.push(loadId)
  }
  await sql`update invoices set state = 'approved', number = ${number}, invoice_date = '2026-11-20', due_on = '2026-12-20',
      approved_at = now(), sequence = 1 + (select count(sequence) from invoices where user_id = ${userId})
    where user_id = ${userId} and id = ${id}`.execute(database)
  const path = `/api/invoices/${id}`
  const readPacket = async (query = '') => (await client.get<Packet>(`${path}/packet${query}`)).body
  return { id, number, brokerId, loadIds, path, readPacket }
}
