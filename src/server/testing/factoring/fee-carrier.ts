/** A test carrier whose loads are billed and factored, and calls for their fees. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Deposit, Factor, ScheduleDetails } from '#core/factoring/responses.ts'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import { addUp, toAmount, toCents } from '#core/money.ts'
import { FACTOR } from '#server/testing/samples.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import type { Body } from '#server/testing/test-app.ts'

const CONFIRMED = ['rateConfirmation', 'invoiceDate', 'charges', 'papers']

export type FeeCarrier = Awaited<ReturnType<typeof createFeeCarrier>>

export async function createFeeCarrier(app: FastifyInstance) {
  const carrier = await createTestCarrier(app)
  const { client, truckId } = carrier
  const broker = { companyName: 'Landstar', address: '1 Main St\nDallas, TX 75201', termsDays: 30 }
  const brokerId = (await client.post('/api/brokers', broker)).body.id
  const factor = (await client.post<Factor>('/api/factors', FACTOR)).body

  const haul = (settlementDate: string, revenue: string, more: object = {}): Promise<Body> =>
    carrier.createLoad(settlementDate, revenue, { brokerId, deliveryStatus: 'delivered', ...more })

  /** Creates one approved invoice of these loads. */
  async function bill(loadIds: number[]): Promise<Invoice> {
    const asked = { brokerId, loadIds, each: false }
    const drafts = await client.post<CreatedInvoices>('/api/invoices', asked)
    const path = `/api/invoices/${drafts.body.created[0]?.id}`
    await client.put(path, { invoiceDate: '2026-11-02' })
    return expectDone(await client.post<Invoice>(`${path}/approve`, { confirmed: CONFIRMED }))
  }

  async function submit(invoices: readonly Invoice[]): Promise<ScheduleDetails> {
    const invoiceIds = invoices.map(({ id }) => id)
    const asked = { day: '2026-11-03', invoiceIds, confirmed: ['day'] }
    const path = `/api/factors/${factor.id}/schedules`
    const { id } = expectDone(await client.post<ScheduleDetails>(path, asked))
    return expectDone(await client.post<ScheduleDetails>(`/api/factor-schedules/${id}/submit`))
  }

  const voidSchedule = (id: number) =>
    client.post(`/api/factor-schedules/${id}/void`, {
      on: '2026-11-30',
      reason: 'Not taken',
      confirmed: ['on'],
    })

  const report = (amount: string, entries: object[], day = '2026-11-05') =>
    client.post<Deposit>(`/api/factors/${factor.id}/deposits`, {
      day,
      amount,
      reference: null,
      note: null,
      entries,
      confirmed: ['day'],
    })

  /** Posts the purchase of an invoice with this fee. The rest is the advance. */
  async function buy({ id, total }: Invoice, fee: string): Promise<Deposit> {
    const advance = toAmount(addUp([total]) - toCents(fee))
    const entries = [
      { kind: 'advance', invoiceId: id, amount: advance },
      ...(toCents(fee) > 0n ? [{ kind: 'fee', invoiceId: id, amount: fee }] : []),
    ]
    return expectDone(await report(advance, entries))
  }

  const voidReport = (id: number) =>
    client.post(`/api/factor-deposits/${id}/void`, {
      on: '2026-11-30',
      reason: 'Wrong fee',
      confirmed: ['on'],
    })

  /** Reads the amount, reference and formula of a settlement's lines. */
  const readFees = async (id: number) =>
    (await carrier.readLines(id))
      .filter(({ reference, kind }) => reference !== null || kind === 'rule')
      .map(({ amount, reference, formula }) => [amount, reference, formula] as const)

  const readDrift = async () => (await client.get<Drift[]>('/api/settlements/drift')).body
  const adjust = (id: number) => client.post<Body>(`/api/billing/${id}/correct`)
  const recalculate = (id: number) => client.put<Body>(`/api/billing/${id}`, { recalculate: true })
  const createFeeRule = (basis: string, value: string, more: object = {}) =>
    carrier.createRule({ basis, value, category: 'factoring', ...more, description: NAME })

  return {
    ...carrier,
    brokerId,
    factor,
    haul,
    bill,
    submit,
    voidSchedule,
    report,
    buy,
    voidReport,
    truckId,
    readFees,
    readDrift,
    adjust,
    recalculate,
    createFeeRule,
  }
}

const NAME = 'Factoring fee'
type Answered<Result> = { status: number; text: string; body: Result }

function expectDone<Result>({ status, text, body }: Answered<Result>): Result {
  expect([status < 300, status < 300 ? '' : text]).toEqual([true, ''])
  return body
}
