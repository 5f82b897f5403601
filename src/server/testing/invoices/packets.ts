/** Approved invoices with papers, for tests of packets. */
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import type { Packet } from '#core/packets/packets.ts'
import { makeSample } from '#server/testing/samples.ts'
import type { Client } from '#server/testing/test-app.ts'

let made = 0

/** Saves the company settings that billing needs. */
export async function useBilling(client: Client): Promise<void> {
  await client.post('/api/settings', { companyName: 'Acme Trucking', address: '1 Main St' })
}

/** Adds an approved invoice of a new broker with `count` loads. */
export async function addInvoice(client: Client, count = 1) {
  const at = ++made
  const broker = { companyName: `Packet broker ${at}`, address: '2 Main St' }
  const brokerId = (await client.post('/api/brokers', broker)).body.id
  const loadIds: number[] = []
  for (let load = 1; load <= count; load++) {
    const sample = { ...makeSample('loads'), loadId: `K-${at}-${load}`, brokerId }
    const sent = { ...sample, deliveryStatus: 'delivered', paymentStatus: 'unpaid' }
    loadIds.push((await client.post('/api/loads', sent)).body.id)
  }
  const draft = { brokerId, loadIds, each: false }
  const { created } = (await client.post<CreatedInvoices>('/api/invoices', draft)).body
  const id = created[0]?.id ?? 0
  const path = `/api/invoices/${id}`
  const confirmed = ['papers', 'confirmation', 'asked', 'invoiceDate']
  const approved = await client.post<Invoice>(`${path}/approve`, { confirmed })
  if (approved.status !== 200) throw new Error(approved.text)
  const readPacket = async (query = '') => (await client.get<Packet>(`${path}/packet${query}`)).body
  return { id, number: approved.body.number, brokerId, loadIds, path, readPacket }
}
