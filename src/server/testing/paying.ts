/** Ann, who owns two trucks, and calls for the payments of her statements. */
import type { FastifyInstance } from 'fastify'
import type { OpenPayments, PaymentDetails } from '#core/payments/responses.ts'
import type { Payment } from '#core/payments/payments.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { owning } from './owning.ts'
import type { Body } from './test-app.ts'

export type Paying = Awaited<ReturnType<typeof paying>>

/** The days of the tests are not today. */
const ANY_DAY = ['paidOn', 'cashDay', 'day']

export async function paying(app: FastifyInstance) {
  const at = await owning(app)
  const second = await at.truck()
  await at.sellTo(at.ann, second)

  /** A statement of one load, approved on its settlement date. */
  async function state(
    settlementDate: string,
    revenue: string,
    { truckId = at.truckId, ...expenses }: Record<string, unknown> & { truckId?: number } = {},
  ): Promise<Settlement> {
    await at.load(settlementDate, revenue, { truckId })
    return approve((await at.settle(settlementDate, { truckId, ...expenses })).id, settlementDate)
  }

  async function approve(id: number, approvedOn: string): Promise<Settlement> {
    const path = `/api/billing/${id}/approve`
    return (await at.me.post<Settlement>(path, { approvedOn })).body
  }

  const payment = (id: number) => `/api/payments/${id}`
  const confirm = (body: object) => ({ confirmed: ANY_DAY, ...body })

  return {
    ...at,
    second,
    state,
    approveOn: approve,
    /** By check, unless `more` says otherwise. */
    payOn: (id: number, paidOn: string, reference: string | null, more: object = {}) =>
      at.me.post<Settlement>(
        `/api/billing/${id}/pay`,
        confirm({ paidOn, paymentMethod: 'check', paymentReference: reference, ...more }),
      ),
    post: (body: object, headers?: Record<string, string>) =>
      at.me.post<Payment & Body>(
        '/api/payments',
        confirm({ ownerId: at.ann, method: 'check', ...body }),
        headers,
      ),
    reverse: (id: number, body: object) =>
      at.me.post<Payment & Body>(`${payment(id)}/reverse`, confirm(body)),
    reissue: (id: number, body: object) =>
      at.me.post<Payment & Body>(`${payment(id)}/reissue`, confirm(body)),
    voidWith: (id: number, body: object) =>
      at.me.post<Settlement & Body>(
        `/api/billing/${id}/void`,
        confirm({ reason: 'Wrong rate', ...body }),
      ),
    payment: async (id: number) => (await at.me.get<PaymentDetails>(payment(id))).body,
    payments: async () => (await at.me.get<Payment[]>('/api/payments?sort=id')).body,
    open: async () => (await at.me.get<OpenPayments>('/api/payments/open')).body.payees,
    /** The cells of the register, without the head. */
    register: async (year: number) => {
      const path = `/api/payments/register.csv?from=${year}-01-01&to=${year}-12-31`
      const lines = (await at.me.get(path)).text.trim().split('\r\n').slice(1)
      return lines.map((line) => line.split(','))
    },
  }
}
