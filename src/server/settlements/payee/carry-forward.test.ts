import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { toAmount, toCents } from '#core/money.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { shortOrLong } from '#server/testing/long.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: TestCarrier

const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

/** Approves a settlement of $100.00 with $350.55 of deductions, so that $250.55 is carried forward. */
async function createNegativeStatement(date: string) {
  await carrier.createLoad(date, '100')
  const { id } = await carrier.settle(date, { fuel: '350.55' })
  return (await carrier.approve(id)).body
}

test('C4 A negative net pays nothing and is the first line of the next settlement', async () => {
  const first = await createNegativeStatement(FIRST)
  expect(first).toMatchObject({ netPayment: '0.00', fuel: '350.55', other: '-250.55' })
  await carrier.createLoad(SECOND)
  const query = `truckId=${carrier.truckId}&settlementDate=${SECOND}&today=${SECOND}`
  const { proposed } = (await carrier.client.get(`/api/settlements/preview?${query}`)).body
  expect(proposed).toMatchObject([{ category: 'other', amount: '250.55' }])
  const second = await carrier.settle(SECOND, { other: '250.55', startFromDefaults: true })
  expect(second).toMatchObject({ other: '250.55', netPayment: '749.45' })
  const [line] = await carrier.readLines(second.id)
  expect(line).toMatchObject({
    kind: 'carry-in',
    description: 'Balance forward from statement 1 (11/6/2026)',
  })
  const path = `/api/billing/${second.id}/expenses/${line?.id}`
  expect((await carrier.client.put(path, { amount: '1' })).status).toBe(409)
  expect((await carrier.client.delete(path)).status).toBe(409)
  const { yearToDate } = (await carrier.client.get(`/api/settlements/preview?${query}`)).body
  expect(yearToDate).toMatchObject({ expenses: '350.55' })
})

test('C4 An untouched amount does not undo a carry-forward that came while the form was open', async () => {
  await carrier.createLoad(SECOND)
  await createNegativeStatement(FIRST)
  const { other, fuel } = await carrier.settle(SECOND, { fuel: '10', startFromDefaults: true })
  expect([other, fuel]).toEqual(['250.55', '10.00'])
})

test('C4 An amount for "other" in a request does not undo a carry-forward', async () => {
  await createNegativeStatement(FIRST)
  const { id, other } = await carrier.settle(SECOND, { other: '10' })
  expect(other).toBe('260.55')
  expect((await carrier.client.put(`/api/billing/${id}`, { recalculate: true })).body.other).toBe(
    '260.55',
  )
})

test('C4 A carry-forward goes to an existing settlement once, and from there to the next', async () => {
  const third = await carrier.settle(THIRD)
  const second = await carrier.settle(SECOND)
  await createNegativeStatement(FIRST)
  expect((await carrier.readSettlement(second.id)).other).toBe('250.55')
  expect((await carrier.readSettlement(third.id)).other).toBe('0.00')
  expect((await carrier.approve(second.id)).body).toMatchObject({
    other: '0.00',
    netPayment: '0.00',
  })
  expect((await carrier.readSettlement(third.id)).other).toBe('250.55')
})

test('C4 Voiding a statement undoes its carry-forward, unless that is on a frozen one', async () => {
  const first = await createNegativeStatement(FIRST)
  const second = await carrier.settle(SECOND)
  expect(second.other).toBe('250.55')
  await carrier.voidStatement(first.id)
  expect(await carrier.readLines(second.id)).toEqual([])
  const again = await carrier.settle(FIRST, { fuel: '200' })
  await carrier.approve(again.id)
  expect((await carrier.readSettlement(second.id)).other).toBe('100.00')
  await carrier.approve(second.id)
  const rejected = await carrier.voidStatement(again.id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    { message: 'Void statement 3 first; it carries this balance' },
  ])
  await carrier.voidStatement(second.id)
  expect((await carrier.settle(SECOND)).other).toBe('100.00')
})

test('C4 Deleting a settlement moves its carry-forward to the next one', async () => {
  await createNegativeStatement(FIRST)
  const second = await carrier.settle(SECOND)
  const third = await carrier.settle(THIRD)
  await carrier.client.delete(`/api/billing/${second.id}`)
  expect((await carrier.readSettlement(third.id)).other).toBe('250.55')
})

test('C4 The database rejects a second carry-forward, and one of another amount', async () => {
  const first = await createNegativeStatement(FIRST)
  const { id } = await carrier.settle(THIRD)
  const copy = (amount: string) =>
    sql`insert into expenses (user_id, billing_id, truck_id, kind, category, description, amount, date, carried_from)
      values (${first.userId}, ${id}, ${carrier.truckId}, 'carry-in', 'other', 'x', ${amount}, ${THIRD}, ${first.id})`
  await expect(copy('250.55').execute(database)).rejects.toThrow('expenses_carry_in_key')
  await sql`delete from expenses where billing_id = ${id}`.execute(database)
  await expect(copy('250.54').execute(database)).rejects.toThrow('no carry-forward of this amount')
})

test('C4 Over any weeks, earnings less deductions equal what was paid and what is still owed', async () => {
  const week = fc.record({ revenue: fc.nat(500_000), fuel: fc.nat(500_000) })
  await fc.assert(
    fc.asyncProperty(fc.array(week, { minLength: 1, maxLength: 5 }), async (weeks) => {
      const one = await createTestCarrier(app)
      let owed = 0n
      for (const [index, { revenue, fuel }] of weeks.entries()) {
        const date = `2026-11-0${index + 1}`
        await one.createLoad(date, toAmount(BigInt(revenue)))
        const { id } = await one.settle(date, { fuel: toAmount(BigInt(fuel)) })
        const { netPayment } = (await one.approve(id)).body
        const left = BigInt(revenue) - BigInt(fuel) - owed
        expect(toCents(netPayment)).toBe(left > 0n ? left : 0n)
        owed = left < 0n ? -left : 0n
      }
    }),
    { numRuns: shortOrLong(3, 40) },
  )
})

test('C4 A category amount cannot be less than the carry-forward in it', async () => {
  const first = await createNegativeStatement(FIRST)
  const { id } = await carrier.settle(SECOND)
  const path = `/api/billing/${id}`
  const words =
    '$250.55 of Other comes from an earlier statement. Add the credit as a separate line.'
  for (const other of ['0', '250.54', '-5']) {
    const rejected = await carrier.client.put(path, { other, fuel: '1' })
    expect([rejected.status, rejected.body.fields]).toEqual([400, { other: [words] }])
  }
  expect(await carrier.readSettlement(id)).toMatchObject({ other: '250.55', fuel: '0.00' })
  expect((await carrier.client.put(path, { other: '260.55' })).body.other).toBe('260.55')
  expect((await carrier.client.put(path, { other: '250.55' })).body.other).toBe('250.55')
  await carrier.client.delete(path)
  const sent = { truckId: carrier.truckId, settlementDate: SECOND, startFromDefaults: true }
  const typed = await carrier.client.post('/api/billing', { ...sent, other: '0' })
  expect([typed.status, typed.body.fields]).toEqual([400, { other: [words] }])
  const again = await carrier.settle(SECOND)
  await carrier.voidStatement(first.id)
  expect((await carrier.readSettlement(again.id)).other).toBe('0.00')
})

test('C10 After any changes of payee, what each earned is what was paid, deducted and is open', async () => {
  const week = fc.record({
    revenue: fc.nat(50_000),
    fuel: fc.nat(50_000),
    payee: fc.constantFrom<'Ann' | 'Bob' | 'Dan' | 'Eve'>('Ann', 'Bob', 'Dan', 'Eve'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(week, { minLength: 1, maxLength: 6 }), async (weeks) => {
      const one = await createCarrierWithOwners(app)
      const [dan, eve] = [await one.addDriver('Dan'), await one.addDriver('Eve')]
      const owed = { Ann: 0n, Bob: 0n, Dan: 0n, Eve: 0n }
      const changes = {
        Ann: () => one.sellTo(one.ann),
        Bob: () => one.sellTo(one.bob),
        Dan: () => one.assignDriver(dan),
        Eve: () => one.assignDriver(eve),
      }
      for (const [index, { revenue, fuel, payee }] of weeks.entries()) {
        const date = addDays(FIRST, index)
        await changes[payee]()
        await one.createLoad(date, toAmount(BigInt(revenue)))
        const { id } = await one.settle(date, { fuel: toAmount(BigInt(fuel)) })
        const { netPayment } = (await one.approve(id)).body
        const left = BigInt(revenue) - BigInt(fuel) - owed[payee]
        expect(toCents(netPayment)).toBe(left > 0n ? left : 0n)
        owed[payee] = left < 0n ? -left : 0n
      }
      const { body } = await one.client.get<PreviousPayeeItems>('/api/settlements/waiting')
      const open = Object.fromEntries(body.carries.map((carry) => [carry.payee, carry.amount]))
      const last = weeks.at(-1)?.payee
      for (const name of ['Ann', 'Bob', 'Dan', 'Eve'] as const) {
        const expected = name === last || owed[name] === 0n ? undefined : toAmount(owed[name])
        expect(open[name]).toBe(expected)
      }
    }),
    { numRuns: shortOrLong(3, 40) },
  )
}, 120_000)
