/** A factor with three brokers, in an account that has other factors too, and the requests that a random history sends. */
import { addDays } from '#core/calendar.ts'
import type { Deposit, Factor, ScheduleDetails } from '#core/factoring/responses.ts'
import type { CreatedInvoices, Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { FACTOR, makeSample } from '#server/testing/samples.ts'
import type { Body, Client } from '#server/testing/test-app.ts'
import { dollars } from '#server/testing/receipts/model.ts'
import type { ModelEntry } from './model.ts'

const FIRST_DAY = '2026-08-01'
const FIRST = { day: FIRST_DAY, confirmed: ['day'] }
/** Confirms every question about an unusual day. */
const ANY_DAY = ['on', 'day', 'receivedOn', 'invoiceDate', 'reference']
let serial = 30_000

export const factoredDay = (at: number) => addDays(FIRST_DAY, at)

export type FactorCarrier = Awaited<ReturnType<typeof openFactor>>

/** `limit`: the second broker's limit in cents. The third broker pays the carrier directly. */
export async function openFactor(client: Client, limit: bigint) {
  const name = `Factor ${++serial}`
  const factor = (await client.post<Factor>('/api/factors', { ...FACTOR, name, isDefault: false }))
    .body
  const brokers: number[] = []
  for (const choice of [
    { choice: 'factor', factorId: factor.id, approvedLimit: null },
    { choice: 'factor', factorId: factor.id, approvedLimit: dollars(limit) },
    { choice: 'direct', factorId: null, approvedLimit: null },
  ]) {
    const broker = { companyName: `Broker ${++serial}`, address: '1 Main St', termsDays: 30 }
    const { id } = (await client.post('/api/brokers', broker)).body
    await client.put(`/api/brokers/${id}/factor`, choice)
    brokers.push(id)
  }
  const path = `/api/factors/${factor.id}`
  const confirm = (body: object) => ({ confirmed: ANY_DAY, reason: 'Random', ...body })

  async function bill(broker: number, day: number, total: bigint) {
    const load = { ...makeSample('loads', ++serial), deliveryStatus: 'delivered' }
    const body = { ...load, brokerId: broker, revenue: dollars(total) }
    const loadId = (await client.post('/api/loads', body)).body.id
    const asked = { brokerId: broker, loadIds: [loadId] }
    const [draft] = (await client.post<CreatedInvoices>('/api/invoices', asked)).body.created
    const invoice = `/api/invoices/${draft?.id}`
    await client.put(invoice, { invoiceDate: factoredDay(day), termsDays: 30 })
    const approved = await client.post<Invoice>(`${invoice}/approve`, {
      confirmed: [...ANY_DAY, 'rateConfirmation', 'charges', 'papers'],
    })
    if (approved.status !== 200) throw new Error(approved.text)
    const { id, number, lines } = (await client.get<InvoiceDetails>(invoice)).body
    return { id, number: number ?? '', lineId: lines[0]?.id ?? 0, loadId }
  }

  const toEntry = ({ kind, invoice, cents }: ModelEntry) => ({
    kind,
    invoiceId: invoice,
    amount: dollars(cents),
  })

  return {
    client,
    factorId: factor.id,
    path,
    brokers,
    bill,
    schedule: (invoiceIds: number[]) =>
      client.post<ScheduleDetails>(`${path}/schedules`, { ...FIRST, invoiceIds }),
    change: (id: number, invoiceIds: number[]) =>
      client.put<ScheduleDetails>(`/api/factor-schedules/${id}`, { ...FIRST, invoiceIds }),
    submit: (id: number) => client.post<ScheduleDetails>(`/api/factor-schedules/${id}/submit`),
    voidSchedule: (id: number, day: number) =>
      client.post(`/api/factor-schedules/${id}/void`, confirm({ on: factoredDay(day) })),
    drop: (id: number) => client.delete(`/api/factor-schedules/${id}`),
    report: (day: number, amount: bigint, entries: readonly ModelEntry[]) =>
      client.post<Deposit>(
        `${path}/deposits`,
        confirm({ day: factoredDay(day), amount: dollars(amount), entries: entries.map(toEntry) }),
      ),
    voidReport: (id: number, day: number) =>
      client.post(`/api/factor-deposits/${id}/void`, confirm({ on: factoredDay(day) })),
    credit: (invoice: number, lineId: number, day: number, cents: bigint) =>
      client.post(
        `/api/invoices/${invoice}/credit`,
        confirm({ on: factoredDay(day), lines: [{ lineId, amount: dollars(cents) }] }),
      ),
    /** `isConfirmed`: also that the money may be the factor's. */
    take: (brokerId: number, invoiceId: number, day: number, cents: bigint, isConfirmed: boolean) =>
      client.post<Body>(
        '/api/receipts',
        confirm({
          brokerId,
          receivedOn: factoredDay(day),
          amount: dollars(cents),
          method: 'ach',
          parts: [{ invoiceId, amount: dollars(cents) }],
          confirmed: isConfirmed ? [...ANY_DAY, 'factor'] : ANY_DAY,
        }),
      ),
    reverse: (id: number, day: number) =>
      client.post(`/api/receipts/${id}/reverse`, confirm({ day: factoredDay(day) })),
  }
}
