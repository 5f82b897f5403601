import { expect, test } from 'vitest'
import { formatMoney, toAmount } from '#core/money.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import type { YearSummary } from '#core/settlements/year/responses.ts'
import { voidStatement } from '#server/testing/carrier/payment-model.ts'
import { IDLE_WEEK, weekOfTruck } from '#server/testing/carrier/model.ts'
import {
  ESCROW,
  createModeledCarrier,
  WITH_ESCROW,
  TRUCKS,
  type ModeledCarrier,
} from '#server/testing/carrier/modeled-carrier.ts'
import {
  expectPrinted,
  expectRegister,
  expectYearCsv,
  isRead,
  type Stated,
} from '#server/testing/carrier/printed.ts'
import {
  dateOf,
  IN_PARTS,
  INTEREST,
  KEPT,
  NOTHING_OWED,
  RETURNED,
  runYear,
  SOLD,
  WEEKS,
  type AfterYear,
} from '#server/testing/carrier/weeks.ts'
import { ownApp } from '#server/testing/test-app.ts'

const { app } = await ownApp()

/** Who is paid in each year. */
const YEARS = [
  ['2025', 'Ann Bob Cal Dan Eve'],
  ['2026', 'Ann'],
] as const
const LOWER = 400_00n

/** The last statement becomes void and is replaced by one with lower revenue. */
async function replaceLast(modeledCarrier: ModeledCarrier, truck: number, { last }: AfterYear) {
  const ended = last.get(truck)
  if (!ended) throw new Error(`Truck ${truck} has no statement`)
  const { made, statement, week } = ended
  const cash = truck === KEPT ? { cash: 'kept' } : { cash: 'reversed', cashDay: '2026-01-05' }
  const sent = { reason: 'Wrong rate', confirmed: ['cashDay', 'year'], ...cash }
  await modeledCarrier.carrier.client.post(`/api/billing/${statement.id}/void`, sent)
  modeledCarrier.stated.splice(modeledCarrier.stated.indexOf(statement), 1)
  voidStatement(modeledCarrier.paymentModel, statement.number, truck === KEPT)
  const lower = { ...week, revenue: week.revenue - LOWER }
  await modeledCarrier.changeRevenue(made, lower.revenue)
  const { payee, date, load, draft } = made
  const again = await modeledCarrier.settle(truck, date, lower, { payee, owed: draft.owed, load })
  const approved = await modeledCarrier.approve(again, '2026-01-06')
  return { ...approved, money: statement.expected.net }
}

/** January: a returned check, a kept one, the end of the escrow, and what Ann owed on the sold truck. */
async function runJanuary(modeledCarrier: ModeledCarrier, after: AfterYear): Promise<Stated[]> {
  const { carrier } = modeledCarrier
  const [date, day, payee] = [dateOf(WEEKS), '2026-01-08', 'Ann']
  const returned = await replaceLast(modeledCarrier, RETURNED, after)
  const { net } = returned.statement.expected
  await modeledCarrier.pay(returned.statement, [{ day, amount: net, reference: '9003' }])

  const kept = await replaceLast(modeledCarrier, KEPT, after)
  const [paid, applied] = ['2025-12-31', '2026-01-06']
  const covered = kept.statement.expected.net
  await modeledCarrier.pay(kept.statement, [{ day: paid, amount: covered, applied }])
  const next = { payee, owed: kept.after }
  const made = await modeledCarrier.settle(KEPT, date, weekOfTruck(KEPT, WEEKS), next)
  const { statement } = await modeledCarrier.approve(made, applied)
  const [rest, due] = [kept.money - covered, statement.expected.net]
  await modeledCarrier.pay(statement, [
    { day: paid, amount: rest, applied },
    { day, amount: due - rest },
  ])

  const held = ESCROW * BigInt(WEEKS) + INTEREST.reduce((sum, cents) => sum + cents, 0n)
  const owed = after.owed[WITH_ESCROW] ?? NOTHING_OWED
  const idle = await modeledCarrier.settle(
    WITH_ESCROW,
    date,
    { ...IDLE_WEEK, escrow: -held },
    { payee, owed },
  )
  const refund = `/api/billing/${idle.id}/balances/${modeledCarrier.escrow}/refunds`
  await carrier.client.post(refund, { amount: toAmount(held) })
  const end = await modeledCarrier.approve(idle, applied)
  await modeledCarrier.pay(end.statement, [{ day, amount: end.statement.expected.net }])
  const later = { payee, owed: end.after }
  const week = weekOfTruck(WITH_ESCROW, WEEKS + 1)
  const without = await modeledCarrier.approve(
    await modeledCarrier.settle(WITH_ESCROW, dateOf(WEEKS + 1), week, later),
    '2026-01-14',
  )
  const { expected } = without.statement
  await modeledCarrier.pay(without.statement, [{ day: '2026-01-14', amount: expected.net }])

  const sold = {
    payee,
    owed: after.left.get('Ann') ?? NOTHING_OWED,
    ownerId: modeledCarrier.ids.ann,
  }
  const final = await modeledCarrier.settle(SOLD.truck, date, weekOfTruck(SOLD.truck, WEEKS), sold)
  const settled = await modeledCarrier.approve(final, applied)
  await modeledCarrier.pay(settled.statement, [
    { day: applied, amount: settled.statement.expected.net },
  ])
  for (const one of [kept.statement, statement])
    expect(await expectPrinted(carrier, one)).toContain('Already paid by check 9001 (12/31/2025)')
  const inParts = after.last.get(IN_PARTS)?.statement
  expect(inParts && (await expectPrinted(carrier, inParts))).toMatch(
    /12\/31\/2025\s+ACH\s+\$1,000\.00\s+1\/2\/2026\s+ACH/,
  )
  const interest = formatMoney(INTEREST[3] ?? 0n)
  const printed = (await expectPrinted(carrier, end.statement)).replaceAll(/\s+/g, ' ')
  expect(printed).toContain(`opening includes interest ${interest} (12/31/2025)`)
  return [returned.statement, without.statement, settled.statement]
}

/** The figures of each payee, the register and the CSV file of each year. */
async function expectYears({ carrier, paymentModel, stated }: ModeledCarrier): Promise<void> {
  for (const [year, names] of YEARS) {
    const path = `/api/settlements/year?year=${year}`
    const { payees } = (await carrier.client.get<YearSummary>(path)).body
    expect(payees.map(({ payee }) => payee).join(' ')).toBe(names)
    const sum = (all: readonly { [key: string]: unknown }[], name: string) =>
      toAmount(all.reduce((cents, one) => cents + BigInt(String(one[name])), 0n))
    for (const { payee, paid, reported, sums } of payees) {
      const counted = paymentModel.yearEntries.filter(
        (one) => one.payee === payee && one.day.startsWith(year),
      )
      const own = stated.filter((one) => one.payee === payee && one.date.startsWith(year))
      const revenue = own.map(({ expected }) => expected)
      const settled = revenue.map((one) => ({
        gross: one.revenue + one.extraPay - one.shortPaid,
      }))
      expect([payee, paid, reported, sums.settled, sums.delivered]).toEqual([
        payee,
        ...[sum(counted, 'net'), sum(counted, 'gross')],
        ...[sum(settled, 'gross'), sum(revenue, 'revenue')],
      ])
    }
    const total = await expectRegister(carrier, year, paymentModel.payments)
    expect(
      sum(
        paymentModel.yearEntries.filter(({ day }) => day.startsWith(year)),
        'net',
      ),
    ).toBe(toAmount(total))
    await expectYearCsv(carrier, year, paymentModel.yearEntries)
  }
}

test('C1 C2 C3 C4 C6 C7 C9 C10 C11 C12 C18 C21 C23 C24 C321 S18 A year of 12 trucks matches the model', async () => {
  const modeledCarrier = await createModeledCarrier(app)
  const { carrier, stated } = modeledCarrier
  const after = await runYear(modeledCarrier)
  expect(stated).toHaveLength(WEEKS * TRUCKS)
  const has = (name: 'carriedForward' | 'offset' | 'extraPay' | 'lumper') =>
    stated.filter(({ expected }) => expected[name] > 0n).length
  expect(has('carriedForward')).toBeGreaterThan(50)
  for (const name of ['offset', 'extraPay', 'lumper'] as const) expect(has(name)).toBeGreaterThan(9)
  const { carries } = (await carrier.client.get<PreviousPayeeItems>('/api/settlements/waiting'))
    .body
  const owing = [...after.left].map(([payee, { carryForward }]) => [payee, toAmount(carryForward)])
  expect(carries.map(({ payee, amount }) => [payee, amount]).toSorted()).toEqual(owing.toSorted())

  const january = await runJanuary(modeledCarrier, after)
  for (const one of [...stated.filter(isRead), ...january]) await expectPrinted(carrier, one)
  expect((await carrier.client.get('/api/settlements/drift')).body).toEqual([])
  await expectYears(modeledCarrier)
}, 600_000)
