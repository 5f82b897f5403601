/** Creates brokers with delivered loads, and invoices. */
import type { CreatedInvoices } from '#core/invoices/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import { call, create } from './page.tsx'

const BILLABLE = {
  revenue: '1000.00',
  deliveryStatus: 'delivered',
  bolStatus: 'received',
  paymentStatus: 'unpaid',
}

/** Two brokers, and loads of $1,000.00 that are billed to one and the other in turn: L-1 with B-1, L-2 with B-2. */
export async function createDelivered(count: number) {
  const brokers: number[] = []
  for (const [at, companyName] of ['Acme Freight', 'Big Lake Logistics'].entries()) {
    const broker = { ...makeSample('brokers', at), companyName, address: '12 Main St, Dallas, TX' }
    brokers.push((await create('brokers', broker)).id)
  }
  const loads: number[] = []
  for (let at = 1; at <= count; at++) {
    const numbers = { loadId: `L-${at}`, brokerLoadNumber: `B-${at}` }
    const brokerId = brokers[(at - 1) % 2]
    const load = { ...makeSample('loads', at), ...numbers, brokerId, ...BILLABLE }
    loads.push((await create('loads', load)).id)
  }
  return { brokerId: brokers[0] ?? 0, loads }
}

/** Drafts and approves an invoice of these loads. `day`: of the invoice, due 30 days later; today without it. Returns its id. */
export async function createApproved(
  brokerId: number,
  loadIds: number[],
  day?: string,
): Promise<number> {
  const { id, version } = await draftInvoice(brokerId, loadIds)
  const values = { invoiceDate: day, termsDays: 30, extras: [], version }
  if (day) await call('PUT', `/api/invoices/${id}`, values)
  // The light DOM's day, which differs from the server's in the evening.
  const today = new Date().toLocaleDateString('en-CA')
  const confirmed = ['papers', 'confirmation', 'asked', 'invoiceDate']
  await call('POST', `/api/invoices/${id}/approve`, { today, confirmed })
  return id
}

/** Drafts an invoice of these loads. */
async function draftInvoice(brokerId: number, loadIds: number[]) {
  const { created } = await call<CreatedInvoices>('POST', '/api/invoices', { brokerId, loadIds })
  const [draft] = created
  if (!draft) throw new Error('No draft')
  return draft
}
