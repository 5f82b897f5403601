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
  const { rows } = await sql<{
    id: number
  }>`insert into invoices (user_id, state, number, sequence, broker_id,
      invoice_date, terms_days, due_on, approved_at)
    values (${userId}, 'approved', ${number}, ${at}, ${brokerId}, '2026-11-20', 30, '2026-12-20', now())
    returning id`.execute(database)
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
  const path = `/api/invoices/${id}`
  const readPacket = async (query = '') => (await client.get<Packet>(`${path}/packet${query}`)).body
  return { id, number, brokerId, loadIds, path, readPacket }
}
