/** A factor with a submitted schedule and a report, in an account that uses every feature. */
import type { Factor } from '#core/factoring/responses.ts'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import type { Client } from '#server/testing/test-app.ts'

const FACTOR = {
  name: 'ZQ Factor',
  remitTo: 'P.O. Box 1',
  notice: 'Assigned to ZQ.',
  email: null,
  clientNumber: 'ZQ-9',
  advancePercent: '90',
  feePercent: '3',
  recourseDays: 90,
  isDefault: false,
  firstDay: '2026-01-01',
  lastDay: null,
}

export async function useFactoring(client: Client): Promise<Record<string, number>> {
  const broker = { companyName: 'Factored Broker', address: '2 Main St' }
  const brokerId = (await client.post('/api/brokers', broker)).body.id
  const factor = (await client.post<Factor>('/api/factors', FACTOR)).body
  const choice = { choice: 'factor', factorId: factor.id, approvedLimit: '43210.98' }
  await client.put(`/api/brokers/${brokerId}/factor`, choice)
  const path = `/api/factors/${factor.id}`
  const refused = await submit(client, path, await bill(client, brokerId, 612))
  const ended = { on: '2099-01-01', reason: 'ZQ not taken', confirmed: ['on'] }
  await client.post(`/api/factor-schedules/${refused}/void`, ended)
  const invoice = await bill(client, brokerId, 611)
  const submitted = await submit(client, path, invoice)
  const { id: invoiceId, invoiceDate: day, total: amount } = invoice
  const entries = [{ kind: 'advance', invoiceId, amount, reference: 'ZQ advance' }]
  const report = { day, amount, reference: 'ZQ wire', note: null, entries }
  const posted = (await client.post(`${path}/deposits`, report)).body
  return { factors: factor.id, 'factor-schedules': submitted, 'factor-deposits': posted.id }
}

/** Creates an approved invoice of one load. */
async function bill(client: Client, brokerId: number, number: number): Promise<Invoice> {
  const load = { ...makeSample('loads', number), brokerId, deliveryStatus: 'delivered' }
  const loadIds = [(await client.post('/api/loads', load)).body.id]
  const made = await client.post<CreatedInvoices>('/api/invoices', { brokerId, loadIds })
  const path = `/api/invoices/${made.body.created[0]?.id}/approve`
  return (
    await client.post<Invoice>(path, {
      confirmed: ['papers', 'confirmation', 'asked', 'invoiceDate'],
    })
  ).body
}

/** Submits a schedule with the invoice and returns its id. */
async function submit(client: Client, path: string, invoice: Invoice): Promise<number> {
  const schedule = { day: invoice.invoiceDate, invoiceIds: [invoice.id] }
  const { id } = (await client.post(`${path}/schedules`, schedule)).body
  await client.post(`/api/factor-schedules/${id}/submit`)
  return id
}
