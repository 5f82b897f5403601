/** A carrier with approved invoices of two brokers, and calls for the money that pays them. */
import type { FastifyInstance } from 'fastify'
import type { CreatedInvoices } from '#core/invoices/responses.ts'
import type { InvoiceReceipts, Receipt, ReceiptDetails } from '#core/receipts/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import { readAccountId, type Body } from '#server/testing/test-app.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'

export type CarrierWithInvoices = Awaited<ReturnType<typeof createCarrierWithInvoices>>

/** The tests pay on days long past, which must be confirmed. */
const ANY_DAY = ['receivedOn', 'day']

type NewInvoice = { brokerId?: number; total?: string; invoiceDate?: string; loads?: number[] }

let serial = 700

export async function createCarrierWithInvoices(app: FastifyInstance) {
  const carrier = await createTestCarrier(app)
  const { client } = carrier
  const userId = await readAccountId(client)
  const createBroker = async (more: object = {}) =>
    (
      await client.post('/api/brokers', {
        ...makeSample('brokers', ++serial),
        address: '1 Main St',
        ...more,
      })
    ).body.id
  const brokerId = await createBroker({ quickPayPercent: '3', quickPayWithin: 7 })
  const otherBrokerId = await createBroker()

  /** Creates an approved invoice of the loads, or of a new load that pays `total`. Returns its id. */
  async function createInvoice(given: NewInvoice): Promise<number> {
    const { total = '1000', invoiceDate = '2026-10-01', brokerId: of = brokerId } = given
    const loads = given.loads ?? [(await createBilledLoad(total, of)).id]
    const sent = { brokerId: of, loadIds: loads, each: false }
    const { created } = (await client.post<CreatedInvoices>('/api/invoices', sent)).body
    const [draft] = created
    const path = `/api/invoices/${draft?.id}`
    await client.put(path, { invoiceDate, termsDays: 30, version: draft?.version })
    const { status, text } = await client.post(`${path}/approve`, { confirmed: ['invoiceDate'] })
    if (status !== 200) throw new Error(text)
    return draft?.id ?? 0
  }

  /** Creates a delivered load. */
  const createBilledLoad = (revenue: string, of = brokerId, settlementDate = '2026-10-02') =>
    carrier.createLoad(settlementDate, revenue, {
      brokerId: of,
      deliveryStatus: 'delivered',
      deliveryDate: '2026-09-28',
    })

  const confirm = (body: object) => ({ confirmed: ANY_DAY, ...body })
  const of = (id: number) => `/api/receipts/${id}`
  type Answer = Receipt & Body
  const step = (name: string) => (id: number, body: object) =>
    client.post<Answer>(`${of(id)}/${name}`, confirm({ reason: 'Returned unpaid', ...body }))

  return {
    ...carrier,
    userId,
    brokerId,
    otherBrokerId,
    createBroker,
    createInvoice,
    createBilledLoad,
    /** Receives a payment, by check on 10/20/2026 unless `body` has other values. */
    take: (body: object, headers: Record<string, string> = {}) =>
      client.post<Answer>(
        '/api/receipts',
        confirm({ brokerId, receivedOn: '2026-10-20', method: 'check', ...body }),
        headers,
      ),
    reverse: step('reverse'),
    apply: step('apply'),
    refund: (id: number, body: object) => step('refunds')(id, { method: 'check', ...body }),
    endRefund: (id: number, refund: number, body: object) =>
      step(`refunds/${refund}/end`)(id, body),
    takeOff: (id: number, part: number, body: object) => step(`parts/${part}/take-off`)(id, body),
    decide: (body: object) =>
      client.post<{ invoiceIds: number[] } & Body>(
        '/api/differences',
        confirm({ brokerId, ...body }),
      ),
    undoDifference: (id: number, body: object) =>
      client.post<InvoiceReceipts & Body>(
        `/api/differences/${id}/undo`,
        confirm({ reason: 'Entered by mistake', ...body }),
      ),
    readReceipt: async (id: number) => (await client.get<ReceiptDetails>(of(id))).body,
    readOfInvoice: async (id: number) =>
      (await client.get<InvoiceReceipts>(`/api/invoices/${id}/receipts`)).body,
    /** Today's open amount of an invoice. */
    readOpen: async (id: number) =>
      (await client.get<{ openAmount: string }>(`/api/invoices/${id}`)).body.openAmount,
  }
}

/** A part of a payment, as a request sends it. */
export function partOf(invoiceId: number, amount: string, ...differences: object[]) {
  return { invoiceId, amount, differences }
}
