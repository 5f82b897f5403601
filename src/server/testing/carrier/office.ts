/** A carrier with 12 trucks and its office: settles, approves and pays as the model expects. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { toAmount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { countStatement, type BookedPart, type Books } from './books.ts'
import * as model from './model.ts'
import { expectFigures, type Stated } from './printed.ts'
import { makeSample } from '#server/testing/samples.ts'
import { settling } from '#server/testing/settling.ts'
import type { Body } from '#server/testing/test-app.ts'

export const TRUCKS = 12
/** The truck whose driver changes, the one with an escrow, and the two with offsets. */
export const [OWNERLESS, SAVING, FIRST_OF_PAIR, SECOND_OF_PAIR] = [9, 8, 10, 11]
export const ESCROW = 40_00n

export type Made = {
  id: number
  payee: string
  date: string
  load: Body | null
  draft: model.ModelDraft
}

export type Office = Awaited<ReturnType<typeof openOffice>>

export async function openOffice(app: FastifyInstance) {
  const at = await settling(app)
  const add = async (entity: 'owners' | 'drivers', name: string, more: object = {}) =>
    (await at.me.post(`/api/${entity}`, { ...makeSample(entity), name, ...more })).body.id
  const ann = await add('owners', 'Ann')
  const ids = {
    ...{ ann, bob: await add('owners', 'Bob') },
    cal: await add('owners', 'Cal', { offsetTrucks: 'yes' }),
    ...{ dan: await add('drivers', 'Dan'), eve: await add('drivers', 'Eve') },
  }
  const trucks: Body[] = []
  for (let index = 0; index < TRUCKS; index++) {
    const isDans = index === OWNERLESS
    const ownerId = index >= FIRST_OF_PAIR ? ids.cal : ann
    const payee = isDans ? { ownerId: null, driverId: ids.dan } : { ownerId }
    const sent = { ...makeSample('trucks', 5000 + index), ...payee }
    trucks.push((await at.me.post('/api/trucks', sent)).body)
  }
  const escrow = await addRules(at, trucks[SAVING]?.id)
  const books: Books = { payments: [], counted: [] }
  const stated: Stated[] = []
  let number = 0

  /** `load`: without it, one load of the week is added. */
  async function settle(
    truck: number,
    date: string,
    week: model.Week,
    more: Settle,
  ): Promise<Made> {
    const { payee, owed, load = await addLoad(truck, date, week), ...sent } = more
    const [fuel, maintenance] = [toAmount(week.fuel), toAmount(week.repair)]
    const truckId = trucks[truck]?.id
    const { id } = await at.settle(date, { truckId, fuel, maintenance, ...sent })
    const lines = `/api/billing/${id}/expenses`
    if (week.extraPay > 0n)
      await at.me.post(lines, { extraPay: 'bonus', pay: toAmount(week.extraPay) })
    if (week.lumper > 0n) {
      const credit = toAmount(week.lumper)
      await at.me.post(lines, { category: 'other', description: 'Lumper', credit })
    }
    return { id, payee, date, load, draft: model.modelDraft(week, owed) }
  }

  async function addLoad(truck: number, date: string, { revenue, miles }: model.Week) {
    if (revenue === 0n) return null
    const truckId = trucks[truck]?.id
    const sent = { truckId, miles: toAmount(miles), deliveryDate: date }
    return at.load(date, toAmount(revenue), sent)
  }

  /** Returns the statement, and what its truck owes after it. With an offset, the other one is approved too. */
  async function approve({ id, payee, date, draft }: Made, day: string, offset = 0n) {
    const { body } = await at.me.post<Settlement>(`/api/billing/${id}/approve`, {
      approvedOn: day,
      confirmed: ['offsetWith'],
    })
    const { expected, after } = model.modelStatement(draft, offset)
    expect(body.number).toBe(++number)
    expectFigures(body, expected)
    const statement = { id, number, expected, payee, date }
    stated.push(statement)
    return { statement, after }
  }

  /** One payment for each part that is not applied. By check if there is a reference. */
  async function pay(statement: Stated, parts: (BookedPart & { reference?: string })[]) {
    const { id, payee, expected } = statement
    for (const { day, amount, reference, applied } of parts) {
      if (amount === 0n || applied) continue
      const { status } = await at.me.post(`/api/billing/${id}/pay`, {
        paidOn: day,
        amount: toAmount(amount),
        paymentMethod: reference ? 'check' : 'ach',
        paymentReference: reference ?? null,
        confirmed: ['paidOn'],
      })
      expect(status).toBe(200)
      const booked = { day, payee, amount, counts: amount, reference: reference ?? '' }
      books.payments.push(booked)
    }
    countStatement(books, statement, parts)
    expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(expected.net)
  }

  /** One check for both statements. */
  async function payTogether(statements: Stated[], day: string, reference: string) {
    for (const one of statements) countStatement(books, one, [{ day, amount: one.expected.net }])
    const amount = statements.reduce((sum, { expected }) => sum + expected.net, 0n)
    if (amount === 0n) return
    const { status } = await at.me.post('/api/payments', {
      ...{ ownerId: ids.cal, paidOn: day, method: 'check', reference },
      ...{ amount: toAmount(amount), confirmed: ['paidOn'] },
    })
    expect(status).toBe(201)
    books.payments.push({ day, payee: 'Cal', reference, amount, counts: amount })
  }

  async function changeRevenue({ load }: Made, revenue: bigint): Promise<void> {
    await at.me.put(`/api/loads/${load?.id}`, { ...load, revenue: toAmount(revenue) })
  }

  const changeTruck = (truck: number, values: object) =>
    at.me.put(`/api/trucks/${trucks[truck]?.id}`, { ...trucks[truck], ...values })

  return {
    ...{ at, ids, trucks, escrow, books, stated },
    ...{ settle, approve, pay, payTogether, changeRevenue, changeTruck },
  }
}

/** `ownerId`: the payee that the settlement names. */
type Settle = { payee: string; owed: model.Owed; load?: Body | null; ownerId?: number }

/** When a statement is approved and paid. */
export function fiveDaysAfter(date: string): string {
  return addDays(date, 5)
}

/** Returns the id of the escrow. */
async function addRules(at: Awaited<ReturnType<typeof settling>>, truckId: number | undefined) {
  await at.rule({ description: 'Carrier fee', basis: 'percent', value: toAmount(model.FEE) })
  await at.rule({ description: 'ELD', value: toAmount(model.SUBSCRIPTION) })
  const trailer = { description: 'Trailer', category: 'trailerRental' }
  await at.rule({ ...trailer, basis: 'per-mile', value: toAmount(model.TRAILER) })
  const total = { balance: 'advance', total: toAmount(model.ADVANCE_TOTAL) }
  await at.rule({ description: 'Advance', value: toAmount(model.ADVANCE), ...total })
  const escrow = { description: 'Escrow', balance: 'escrow', total: '5000.00', truckId }
  return (await at.rule({ ...escrow, value: toAmount(ESCROW) })).id
}
