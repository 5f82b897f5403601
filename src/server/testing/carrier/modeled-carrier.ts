/** A carrier with 12 trucks. Its calls settle, approve and pay, and check each result against the model. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { toAmount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { countStatement, type ModelPart, type PaymentModel } from './payment-model.ts'
import * as model from './model.ts'
import { expectFigures, type Stated } from './printed.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import type { Body } from '#server/testing/test-app.ts'

export const TRUCKS = 12
/** The truck without an owner, whose driver changes; the one with an escrow; and the two with offsets. */
export const [OWNERLESS, WITH_ESCROW, FIRST_OF_PAIR, SECOND_OF_PAIR] = [9, 8, 10, 11]
export const ESCROW = 40_00n

export type ModeledSettlement = {
  id: number
  payee: string
  date: string
  load: Body | null
  draft: model.ModelDraft
}

export type ModeledCarrier = Awaited<ReturnType<typeof createModeledCarrier>>

export async function createModeledCarrier(app: FastifyInstance) {
  const carrier = await createTestCarrier(app)
  const add = async (entity: 'owners' | 'drivers', name: string, more: object = {}) =>
    (await carrier.client.post(`/api/${entity}`, { ...makeSample(entity), name, ...more })).body.id
  const ann = await add('owners', 'Ann')
  const ids = {
    ann,
    bob: await add('owners', 'Bob'),
    cal: await add('owners', 'Cal', { offsetTrucks: 'yes' }),
    dan: await add('drivers', 'Dan'),
    eve: await add('drivers', 'Eve'),
  }
  const trucks: Body[] = []
  for (let index = 0; index < TRUCKS; index++) {
    const isDans = index === OWNERLESS
    const ownerId = index >= FIRST_OF_PAIR ? ids.cal : ann
    const payee = isDans ? { ownerId: null, driverId: ids.dan } : { ownerId }
    const sent = { ...makeSample('trucks', 5000 + index), ...payee }
    trucks.push((await carrier.client.post('/api/trucks', sent)).body)
  }
  const escrow = await addRules(carrier, trucks[WITH_ESCROW]?.id)
  const paymentModel: PaymentModel = { payments: [], yearEntries: [] }
  const stated: Stated[] = []
  let number = 0

  /** Settles a truck. Without `load`, a load for the week is added. */
  async function settle(
    truck: number,
    date: string,
    week: model.Week,
    more: Settle,
  ): Promise<ModeledSettlement> {
    const { payee, owed, load = await addLoad(truck, date, week), ...sent } = more
    const [fuel, maintenance] = [toAmount(week.fuel), toAmount(week.repair)]
    const truckId = trucks[truck]?.id
    const { id } = await carrier.settle(date, { truckId, fuel, maintenance, ...sent })
    const lines = `/api/billing/${id}/expenses`
    if (week.extraPay > 0n)
      await carrier.client.post(lines, { extraPay: 'bonus', pay: toAmount(week.extraPay) })
    if (week.lumper > 0n) {
      const credit = toAmount(week.lumper)
      await carrier.client.post(lines, { category: 'other', description: 'Lumper', credit })
    }
    return { id, payee, date, load, draft: model.modelDraft(week, owed) }
  }

  async function addLoad(truck: number, date: string, { revenue, miles }: model.Week) {
    if (revenue === 0n) return null
    const truckId = trucks[truck]?.id
    const sent = { truckId, miles: toAmount(miles), deliveryDate: date }
    return carrier.createLoad(date, toAmount(revenue), sent)
  }

  /** Returns the statement, and what its truck owes after it. With an offset, the other statement is approved too. */
  async function approve({ id, payee, date, draft }: ModeledSettlement, day: string, offset = 0n) {
    const { body } = await carrier.client.post<Settlement>(`/api/billing/${id}/approve`, {
      approvedOn: day,
      confirmed: ['offsetWith', 'approvedOn'],
    })
    const { expected, after } = model.modelStatement(draft, offset)
    expect(body.number).toBe(++number)
    expectFigures(body, expected)
    const before = stated.filter(
      (one) => one.payee === payee && one.date.slice(0, 4) === date.slice(0, 4) && one.date <= date,
    )
    const year = model.sumYear([...before.map((one) => one.expected), expected])
    const statement = { id, number, expected, payee, date, year }
    stated.push(statement)
    return { statement, after }
  }

  /** One payment for each part that is not applied. By check if there is a reference. */
  async function pay(statement: Stated, parts: (ModelPart & { reference?: string })[]) {
    const { id, payee, expected } = statement
    for (const { day, amount, reference, applied } of parts) {
      if (amount === 0n || applied) continue
      const { status } = await carrier.client.post(`/api/billing/${id}/pay`, {
        paidOn: day,
        amount: toAmount(amount),
        paymentMethod: reference ? 'check' : 'ach',
        paymentReference: reference ?? null,
        confirmed: ['paidOn'],
      })
      expect(status).toBe(200)
      const recorded = { day, payee, amount, counts: amount, reference: reference ?? '' }
      paymentModel.payments.push(recorded)
    }
    countStatement(paymentModel, statement, parts)
    expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(expected.net)
  }

  /** Pays both statements with one check. */
  async function payTogether(statements: Stated[], day: string, reference: string) {
    for (const one of statements)
      countStatement(paymentModel, one, [{ day, amount: one.expected.net }])
    const amount = statements.reduce((sum, { expected }) => sum + expected.net, 0n)
    if (amount === 0n) return
    const { status } = await carrier.client.post('/api/payments', {
      ownerId: ids.cal,
      paidOn: day,
      method: 'check',
      reference,
      amount: toAmount(amount),
      confirmed: ['paidOn'],
    })
    expect(status).toBe(201)
    paymentModel.payments.push({ day, payee: 'Cal', reference, amount, counts: amount })
  }

  async function changeRevenue({ load }: ModeledSettlement, revenue: bigint): Promise<void> {
    await carrier.client.put(`/api/loads/${load?.id}`, { ...load, revenue: toAmount(revenue) })
  }

  const changeTruck = (truck: number, values: object) =>
    carrier.client.put(`/api/trucks/${trucks[truck]?.id}`, { ...trucks[truck], ...values })

  return {
    carrier,
    ids,
    trucks,
    escrow,
    paymentModel,
    stated,
    settle,
    approve,
    pay,
    payTogether,
    changeRevenue,
    changeTruck,
  }
}

/** `ownerId`: the payee that the settlement names. */
type Settle = { payee: string; owed: model.Owed; load?: Body | null; ownerId?: number }

/** When a statement is approved and paid. */
export function fiveDaysAfter(date: string): string {
  return addDays(date, 5)
}

/** Adds the deductions and returns the id of the escrow. */
async function addRules(
  carrier: Awaited<ReturnType<typeof createTestCarrier>>,
  truckId: number | undefined,
) {
  await carrier.createRule({
    description: 'Carrier fee',
    basis: 'percent',
    value: toAmount(model.FEE),
  })
  await carrier.createRule({ description: 'ELD', value: toAmount(model.SUBSCRIPTION) })
  const trailer = { description: 'Trailer', category: 'trailerRental' }
  await carrier.createRule({ ...trailer, basis: 'per-mile', value: toAmount(model.TRAILER) })
  const total = { balance: 'advance', total: toAmount(model.ADVANCE_TOTAL) }
  await carrier.createRule({ description: 'Advance', value: toAmount(model.ADVANCE), ...total })
  const escrow = { description: 'Escrow', balance: 'escrow', total: '5000.00', truckId }
  return (await carrier.createRule({ ...escrow, value: toAmount(ESCROW) })).id
}
