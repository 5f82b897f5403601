/** A carrier with a factor, and calls for its invoices, schedules and reports. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Deposit, Factor, ScheduleDetails } from '#core/factoring/responses.ts'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import { FACTOR, makeSample } from '#server/testing/samples.ts'
import { signUp, type Body } from '#server/testing/test-app.ts'

export async function createFactoredCarrier(app: FastifyInstance, factorValues: object = {}) {
  const client = await signUp(app)
  let serial = 0
  const broker = { companyName: 'Landstar', address: '1 Main St\nDallas, TX 75201', termsDays: 30 }
  const brokerId = (await client.post('/api/brokers', broker)).body.id
  const factor = (await client.post<Factor>('/api/factors', { ...FACTOR, ...factorValues })).body

  async function bill(
    revenue: string,
    invoiceDate = '2026-11-02',
    more: object = {},
  ): Promise<Invoice> {
    const load = { ...makeSample('loads', ++serial), brokerId, deliveryStatus: 'delivered' }
    const made = (await client.post('/api/loads', { ...load, revenue, ...more })).body
    const drafts = await client.post<CreatedInvoices>('/api/invoices', {
      brokerId,
      loadIds: [made.id],
    })
    const [draft] = drafts.body.created
    const path = `/api/invoices/${draft?.id}`
    await client.put(path, { invoiceDate })
    const approved = await client.post<Invoice>(`${path}/approve`, {
      confirmed: ['rateConfirmation', 'invoiceDate', 'charges', 'papers'],
    })
    expect([approved.status, approved.status === 200 ? '' : approved.text]).toEqual([200, ''])
    return approved.body
  }

  const schedule = (invoiceIds: number[], day = '2026-11-03') =>
    client.post<ScheduleDetails>(`/api/factors/${factor.id}/schedules`, {
      day,
      invoiceIds,
      confirmed: ['day'],
    })

  async function submit(invoices: readonly Invoice[]): Promise<ScheduleDetails> {
    const made = await schedule(invoices.map(({ id }) => id))
    expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
    const path = `/api/factor-schedules/${made.body.id}/submit`
    return (await client.post<ScheduleDetails>(path)).body
  }

  const report = (amount: string, entries: object[], day = '2026-11-05') =>
    client.post<Deposit & { fields?: Record<string, string[]> }>(
      `/api/factors/${factor.id}/deposits`,
      { day, amount, reference: null, note: null, entries, confirmed: ['day'] },
    )

  const readInvoice = async (id: number) => (await client.get<Invoice>(`/api/invoices/${id}`)).body
  const paymentStatus = async (invoice: Invoice) =>
    (await client.get<Body>(`/api/loads/${invoice.loads[0]?.id}`)).body['paymentStatus']

  return { client, factor, brokerId, bill, schedule, submit, report, readInvoice, paymentStatus }
}
