/** A test carrier whose owner Ann has two trucks, with calls for the payments of her statements. */
import type { FastifyInstance } from 'fastify'
import type { OpenPayments, PaymentDetails } from '#core/payments/responses.ts'
import type { Payment } from '#core/payments/payments.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { createCarrierWithOwners } from './carrier-with-owners.ts'
import type { Body } from './test-app.ts'

export type CarrierWithPayments = Awaited<ReturnType<typeof createCarrierWithPayments>>

/** The tests pay on days long past and change past years, which must be confirmed. */
const ANY_DAY = ['paidOn', 'cashDay', 'day', 'year']

export async function createCarrierWithPayments(app: FastifyInstance) {
  const carrier = await createCarrierWithOwners(app)
  const secondTruckId = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, secondTruckId)

  /** Creates a statement of one load, approved on its settlement date. */
  async function createStatement(
    settlementDate: string,
    revenue: string,
    { truckId = carrier.truckId, ...expenses }: Record<string, unknown> & { truckId?: number } = {},
  ): Promise<Settlement> {
    await carrier.createLoad(settlementDate, revenue, { truckId })
    return approve(
      (await carrier.settle(settlementDate, { truckId, ...expenses })).id,
      settlementDate,
    )
  }

  async function approve(id: number, approvedOn: string): Promise<Settlement> {
    const path = `/api/billing/${id}/approve`
    const sent = { approvedOn, confirmed: ['approvedOn'] }
    return (await carrier.client.post<Settlement>(path, sent)).body
  }

  const payment = (id: number) => `/api/payments/${id}`
  const confirm = (body: object) => ({ confirmed: ANY_DAY, ...body })

  return {
    ...carrier,
    secondTruckId,
    createStatement,
    approveOn: approve,
    /** Pays by check, unless `more` has another method. */
    payOn: (id: number, paidOn: string, reference: string | null, more: object = {}) =>
      carrier.client.post<Settlement>(
        `/api/billing/${id}/pay`,
        confirm({ paidOn, paymentMethod: 'check', paymentReference: reference, ...more }),
      ),
    postPayment: (body: object, headers?: Record<string, string>) =>
      carrier.client.post<Payment & Body>(
        '/api/payments',
        confirm({ ownerId: carrier.ann, method: 'check', ...body }),
        headers,
      ),
    reversePayment: (id: number, body: object) =>
      carrier.client.post<Payment & Body>(`${payment(id)}/reverse`, confirm(body)),
    reissuePayment: (id: number, body: object) =>
      carrier.client.post<Payment & Body>(`${payment(id)}/reissue`, confirm(body)),
    voidWithBody: (id: number, body: object) =>
      carrier.client.post<Settlement & Body>(
        `/api/billing/${id}/void`,
        confirm({ reason: 'Wrong rate', ...body }),
      ),
    readPayment: async (id: number) => (await carrier.client.get<PaymentDetails>(payment(id))).body,
    readPayments: async () => (await carrier.client.get<Payment[]>('/api/payments?sort=id')).body,
    readOpenPayments: async () =>
      (await carrier.client.get<OpenPayments>('/api/payments/open')).body.payees,
    /** The cells of the register, without the header. */
    readRegister: async (year: number) => {
      const path = `/api/payments/register.csv?from=${year}-01-01&to=${year}-12-31`
      const lines = (await carrier.client.get(path)).text.trim().split('\r\n').slice(1)
      return lines.map((line) => line.split(','))
    },
  }
}
