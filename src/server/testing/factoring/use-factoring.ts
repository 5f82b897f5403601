/** A factor with a submitted schedule and a report, in an account that uses every feature. */
import type { Factor } from '#core/factoring/responses.ts'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import type { Client } from '#server/testing/test-app.ts'

const FACTOR = {
  ...{ name: 'ZQ Factor', remitTo: 'P.O. Box 1', notice: 'Assigned to ZQ.', email: null },
  ...{ clientNumber: 'ZQ-9', advancePercent: '90', feePercent: '3', recourseDays: 90 },
  ...{ isDefault: false, firstDay: '2026-01-01', lastDay: null },
}

export async function useFactoring(client: Client): Promise<Record<string, number>> {
  const broker = { companyName: 'Factored Broker', address: '2 Main St' }
  const brokerId = (await client.post('/api/brokers', broker)).body.id
  const factor = (await client.post<Factor>('/api/factors', FACTOR)).body
  const choice = { choice: 'factor', factorId: factor.id, approvedLimit: '50000.00' }
  await client.put(`/api/brokers/${brokerId}/factor`, choice)
  const load = { ...makeSample('loads', 611), brokerId, deliveryStatus: 'delivered' }
  const loadIds = [(await client.post('/api/loads', load)).body.id]
  const made = await client.post<CreatedInvoices>('/api/invoices', { brokerId, loadIds })
  const invoiceId = made.body.created[0]?.id ?? 0
  const confirmed = ['papers', 'confirmation', 'asked']
  const { invoiceDate, total } = (
    await client.post<Invoice>(`/api/invoices/${invoiceId}/approve`, { confirmed })
  ).body
  const path = `/api/factors/${factor.id}`
  const schedule = { day: invoiceDate, invoiceIds: [invoiceId] }
  const submitted = (await client.post(`${path}/schedules`, schedule)).body
  await client.post(`/api/factor-schedules/${submitted.id}/submit`)
  const entries = [{ kind: 'advance', invoiceId, amount: total }]
  const report = { day: invoiceDate, amount: total, reference: 'ZQ wire', note: null, entries }
  const posted = (await client.post(`${path}/deposits`, report)).body
  return {
    factors: factor.id,
    'factor-schedules': submitted.id,
    'factor-deposits': posted.id,
  }
}
