import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { formatMoney, toAmount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { YearSummary } from '#core/settlements/year/answers.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import {
  ADVANCE,
  ADVANCE_TOTAL,
  adjustmentOf,
  FEE,
  modelSettlement,
  SUBSCRIPTION,
  TRAILER,
  weekOfTruck,
  type Expected,
  type Owed,
  type Week,
} from '#server/testing/carrier-model.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeSample } from '#server/testing/samples.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()

const WEEKS = 52
const TRUCKS = 12
const FIRST_FRIDAY = '2026-01-02'
/** The truck and week of each special event. */
const [SOLD, VOIDED, SHORT_PAID] = [
  { truck: 3, week: 19 },
  { truck: 5, week: 30 },
  { truck: 7, week: 40 },
]
const SHORT = 123_45n

const NOTHING_OWED: Owed = { advanceTaken: 0n, carryForward: 0n }

type Printed = { id: number; number: number; expected: Expected; owner: string }

async function carrier() {
  const at = await settling(app)
  const owners: Body[] = []
  for (const name of ['Ann', 'Bob']) {
    owners.push((await at.me.post('/api/owners', { ...makeSample('owners'), name })).body)
  }
  const trucks: Body[] = []
  for (let index = 0; index < TRUCKS; index++) {
    const sent = { ...makeSample('trucks', 5000 + index), ownerId: owners[0]?.id }
    trucks.push((await at.me.post('/api/trucks', sent)).body)
  }
  await at.rule({ description: 'Carrier fee', basis: 'percent', value: toAmount(FEE) })
  await at.rule({ description: 'ELD', value: toAmount(SUBSCRIPTION) })
  const trailer = { description: 'Trailer', category: 'trailerRental' }
  await at.rule({ ...trailer, basis: 'per-mile', value: toAmount(TRAILER) })
  const total = { balance: 'advance', total: toAmount(ADVANCE_TOTAL) }
  await at.rule({ description: 'Advance', value: toAmount(ADVANCE), ...total })
  return { at, owners, trucks }
}

async function settle(
  at: Settling,
  truckId: number,
  date: string,
  week: Week,
): Promise<Settlement> {
  const [fuel, maintenance] = [toAmount(week.fuel), toAmount(week.repair)]
  return at.settle(date, { truckId, fuel, maintenance })
}

function expectFigures(settlement: Settlement, expected: Expected): void {
  const other =
    expected.fee +
    expected.subscription +
    expected.advance +
    expected.adjustment +
    expected.broughtForward -
    expected.carriedForward
  expect(settlement).toMatchObject({
    totalRevenue: toAmount(expected.revenue),
    fuel: toAmount(expected.fuel),
    maintenance: toAmount(expected.repair),
    trailerRental: toAmount(expected.trailer),
    other: toAmount(other),
    netPayment: toAmount(expected.net),
  })
}

function figuresOn(text: string, label: string): string[] {
  const found = text.matchAll(new RegExp(`${label}\\s*(-?\\$[\\d,]+\\.\\d\\d)`, 'g'))
  return [...found].map(([, amount = '']) => amount)
}

/** Reading a PDF is slow: every third one, and all with a carry-forward or an adjustment. */
function isRead({ number, expected }: Printed): boolean {
  return (
    number % 3 === 0 || expected.carriedForward + expected.broughtForward + expected.adjustment > 0n
  )
}

async function expectPrinted(at: Settling, { id, number, expected }: Printed): Promise<void> {
  const text = (await pdfText(await at.pdf(id))).join('\n')
  expect(text).toContain(`Statement ${number}, settlement date`)
  const lines: [label: string, cents: bigint][] = [
    ['Total revenue [\\d,.]+', expected.revenue],
    ['Net payment', expected.net],
    ['Balance forward from statement \\d+ \\([\\d/]+\\)', -expected.broughtForward],
    ['Carried forward to next statement', expected.carriedForward],
    ['Total adjustments to prior statements', -expected.adjustment],
  ]
  for (const [label, cents] of lines) {
    expect(figuresOn(text, label)).toEqual(
      cents === 0n && /^(Carried|Balance|Total adjustments)/.test(label)
        ? []
        : [formatMoney(cents)],
    )
  }
  const { fuel, repair, trailer, fee, subscription, advance, adjustment } = expected
  const deducted = fuel + repair + trailer + fee + subscription + advance
  expect(figuresOn(text, 'Total deductions')).toEqual([formatMoney(deducted)])
  for (const cents of [fuel, repair, trailer, fee, subscription, advance, adjustment])
    if (cents !== 0n) expect(text).toContain(formatMoney(cents))
}

test('C1 C2 C3 C4 C6 C7 C9 C10 S18 A year of 12 trucks matches the model on every statement', async () => {
  const { at, owners, trucks } = await carrier()
  const owed: Owed[] = trucks.map(() => NOTHING_OWED)
  /** What the previous owner of the sold truck still owes. */
  let left = NOTHING_OWED
  const printed: Printed[] = []
  let short: { id: number; revenue: bigint } | undefined
  let number = 0

  async function approve(id: number, expected: Expected, owner: string) {
    // A statement with nothing to pay is paid on its approval day.
    const paidOn = addDays((await at.read(id)).settlementDate, 5)
    const { body } = await at.me.post<Settlement>(`/api/billing/${id}/approve`, {
      approvedOn: paidOn,
    })
    expect(body.number).toBe(++number)
    expectFigures(body, expected)
    printed.push({ id, number, expected, owner })
    await at.me.post(`/api/billing/${id}/pay`, {
      paidOn,
      paymentMethod: 'ach',
      confirmed: ['paidOn'],
    })
  }

  for (let week = 0; week < WEEKS; week++) {
    const date = addDays(FIRST_FRIDAY, 7 * week)
    for (const [truck, { id: truckId }] of trucks.entries()) {
      const is = (event: { truck: number; week: number }) =>
        event.truck === truck && event.week === week
      if (is(SOLD)) {
        await at.me.put(`/api/trucks/${truckId}`, { ...trucks[truck], ownerId: owners[1]?.id })
        left = owed[truck] ?? NOTHING_OWED
        owed[truck] = NOTHING_OWED
      }
      const owner = truck === SOLD.truck && week >= SOLD.week ? 'Bob' : 'Ann'
      let given = weekOfTruck(truck, week)
      const miles = toAmount(given.miles)
      const load = await at.load(date, toAmount(given.revenue), {
        truckId,
        miles,
        deliveryDate: date,
      })
      const before = owed[truck] ?? NOTHING_OWED
      const saved = await settle(at, truckId, date, given)
      if (short && truck === SHORT_PAID.truck) {
        await at.me.post(`/api/billing/${short.id}/correct`)
        given = { ...given, adjustment: adjustmentOf(short.revenue, SHORT) }
        short = undefined
      }
      let { expected, after } = modelSettlement(given, before)
      await approve(saved.id, expected, owner)
      if (is(VOIDED)) {
        await at.voidIt(saved.id)
        printed.pop()
        given = { ...given, revenue: given.revenue + 99n }
        await at.me.put(`/api/loads/${load.id}`, { ...load, revenue: toAmount(given.revenue) })
        ;({ expected, after } = modelSettlement(given, before))
        const again = await settle(at, truckId, date, given)
        await approve(again.id, expected, owner)
      }
      if (is(SHORT_PAID)) {
        short = { id: saved.id, revenue: given.revenue }
        const revenue = toAmount(given.revenue - SHORT)
        await at.me.put(`/api/loads/${load.id}`, { ...load, revenue })
      }
      owed[truck] = after
    }
  }

  expect(printed).toHaveLength(WEEKS * TRUCKS)
  expect(printed.filter(({ expected }) => expected.carriedForward > 0n).length).toBeGreaterThan(50)
  for (const one of printed.filter(isRead)) await expectPrinted(at, one)
  expect((await at.me.get('/api/settlements/drift')).body).toEqual([])

  const sold = trucks[SOLD.truck]?.id
  const { carries } = (await at.me.get<PreviousPayeeItems>('/api/settlements/waiting')).body
  expect(left.carryForward > 0n && carries.map(({ payee, amount }) => [payee, amount])).toEqual([
    ['Ann', toAmount(left.carryForward)],
  ])
  const lastDate = addDays(FIRST_FRIDAY, 7 * WEEKS)
  const lastWeek = weekOfTruck(SOLD.truck, WEEKS)
  await at.load(lastDate, toAmount(lastWeek.revenue), {
    truckId: sold,
    miles: toAmount(lastWeek.miles),
    deliveryDate: lastDate,
  })
  const [fuel, maintenance] = [toAmount(lastWeek.fuel), toAmount(lastWeek.repair)]
  const paysAnn = { truckId: sold, fuel, maintenance, ownerId: owners[0]?.id }
  const final = await at.settle(lastDate, paysAnn)
  await approve(final.id, modelSettlement(lastWeek, left).expected, 'Ann')
  const lastPrinted = printed.pop()
  if (lastPrinted) await expectPrinted(at, lastPrinted)

  const { payees } = (await at.me.get<YearSummary>('/api/settlements/year?year=2026')).body
  for (const { payee, sums } of payees) {
    const paid = printed.filter(({ owner }) => owner === payee)
    const stated = paid.reduce((sum, { expected }) => sum + expected.revenue, 0n)
    const corrected = payee === 'Ann' ? SHORT : 0n
    expect([payee, sums.settled, sums.delivered]).toEqual([
      payee,
      toAmount(stated - corrected),
      toAmount(stated),
    ])
  }
}, 600_000)
