import { expect, test } from 'vitest'
import type { QuarterInterest } from '#core/balances/answers.ts'
import { addDays } from '#core/calendar.ts'
import { formatMoney, toAmount } from '#core/money.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import type { YearSummary } from '#core/settlements/year/answers.ts'
import { modelInterest, voidStatement } from '#server/testing/carrier/books.ts'
import {
  adjustmentOf,
  IDLE_WEEK,
  offsetOf,
  weekOfTruck,
  type Owed,
  type Week,
} from '#server/testing/carrier/model.ts'
import {
  ESCROW,
  FIRST_OF_PAIR,
  openOffice,
  OWNERLESS,
  fiveDaysAfter,
  SAVING,
  SECOND_OF_PAIR,
  TRUCKS,
  type Made,
  type Office,
} from '#server/testing/carrier/office.ts'
import {
  expectPrinted,
  expectRegister,
  expectYearCsv,
  isRead,
  type Stated,
} from '#server/testing/carrier/printed.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

const WEEKS = 52
const FIRST_FRIDAY = '2025-01-03'
/** Who is paid in each year. */
const YEARS = [
  ['2025', 'Ann Bob Cal Dan Eve'],
  ['2026', 'Ann'],
] as const
/** The truck and week of each special event. */
const [SOLD, VOIDED, SHORT_PAID] = [
  { truck: 3, week: 19 },
  { truck: 5, week: 30 },
  { truck: 7, week: 40 },
]
const NEW_DRIVER = { truck: OWNERLESS, week: 20 }
const SHORT = 123_45n
/** What happens to the last statement of these trucks. */
const [IN_PARTS, KEPT, RETURNED] = [0, 1, 2]
const CHECKS = new Map([
  [KEPT, '9001'],
  [RETURNED, '9002'],
])
const LOWER = 400_00n
/** 4.35% in each quarter. */
const RATE = 435n
const INTEREST = modelInterest(ESCROW, RATE)

const NOTHING_OWED: Owed = { advanceTaken: 0n, carryForward: 0n }

function payeeOf(truck: number, week: number): string {
  if (truck >= FIRST_OF_PAIR) return 'Cal'
  if (truck === OWNERLESS) return week < NEW_DRIVER.week ? 'Dan' : 'Eve'
  return truck === SOLD.truck && week >= SOLD.week ? 'Bob' : 'Ann'
}

function dateOf(week: number): string {
  return addDays(FIRST_FRIDAY, 7 * week)
}

/** Settles, approves and pays the 52 weeks. */
async function runYear(office: Office) {
  const { at, books, ids } = office
  const owed: Owed[] = Array.from({ length: TRUCKS }, () => NOTHING_OWED)
  /** What the previous payees still owe. */
  const left = new Map<string, Owed>()
  const last = new Map<number, { made: Made; statement: Stated; week: Week }>()
  let short: { id: number; revenue: bigint } | undefined
  let waits: Made | undefined

  async function settleTruck(truck: number, week: number) {
    const [date, payee] = [dateOf(week), payeeOf(truck, week)]
    const is = (event: typeof SOLD) => event.truck === truck && event.week === week
    if (is(SOLD) || is(NEW_DRIVER)) {
      await office.changeTruck(truck, is(SOLD) ? { ownerId: ids.bob } : { driverId: ids.eve })
      left.set(payeeOf(truck, week - 1), owed[truck] ?? NOTHING_OWED)
      owed[truck] = NOTHING_OWED
    }
    let given = weekOfTruck(truck, week)
    if (truck === SAVING) given = { ...given, escrow: ESCROW }
    if (short && truck === SHORT_PAID.truck)
      given = { ...given, shortPaid: SHORT, adjustment: adjustmentOf(short.revenue, SHORT) }
    const before = owed[truck] ?? NOTHING_OWED
    let made = await office.settle(truck, date, given, { payee, owed: before })
    if (short && given.shortPaid > 0n) {
      await at.me.post(`/api/billing/${short.id}/correct`)
      short = undefined
    }
    if (truck === FIRST_OF_PAIR) waits = made
    if (truck === SECOND_OF_PAIR && waits) await approvePair(waits, made, week)
    if (truck >= FIRST_OF_PAIR) return
    let approved = await payStatement(made, truck, week)
    if (is(VOIDED)) {
      await at.voidIt(made.id)
      office.stated.pop()
      voidStatement(books, approved.statement.number, false)
      given = { ...given, revenue: given.revenue + 99n }
      await office.changeRevenue(made, given.revenue)
      const { load } = made
      made = await office.settle(truck, date, given, { payee, owed: before, load })
      approved = await payStatement(made, truck, week)
    }
    if (is(SHORT_PAID)) {
      short = { id: made.id, revenue: given.revenue }
      await office.changeRevenue(made, given.revenue - SHORT)
    }
    owed[truck] = approved.after
    if (week === WEEKS - 1) last.set(truck, { made, statement: approved.statement, week: given })
  }

  async function payStatement(made: Made, truck: number, week: number) {
    const day = fiveDaysAfter(made.date)
    const approved = await office.approve(made, day)
    const { net } = approved.statement.expected
    const isLast = week === WEEKS - 1
    const reference = isLast ? CHECKS.get(truck) : undefined
    const whole = [{ day, amount: net, ...(reference ? { reference } : {}) }]
    const parts = [
      { day, amount: 1000_00n },
      { day: '2026-01-02', amount: net - 1000_00n },
    ]
    await office.pay(approved.statement, isLast && truck === IN_PARTS ? parts : whole)
    return approved
  }

  async function approvePair(one: Made, other: Made, week: number) {
    const offset = offsetOf(one.draft, other.draft)
    const day = fiveDaysAfter(one.date)
    const first = await office.approve(one, day, offset)
    const second = await office.approve(other, day, -offset)
    owed[FIRST_OF_PAIR] = first.after
    owed[SECOND_OF_PAIR] = second.after
    await office.payTogether([first.statement, second.statement], day, String(7000 + week))
  }

  for (let week = 0; week < WEEKS; week++) {
    // Weeks 13, 26 and 39 begin a quarter.
    if (week > 0 && week % 13 === 0) await postInterest(office, week / 13)
    for (let truck = 0; truck < TRUCKS; truck++) await settleTruck(truck, week)
  }
  await postInterest(office, 4)
  return { owed, left, last }
}

async function postInterest({ at }: Office, quarter: number): Promise<void> {
  const sent = { quarter: `2025-Q${quarter}`, rate: toAmount(RATE) }
  const { body } = await at.me.post<QuarterInterest>('/api/balances/interest', sent)
  expect(body.balances.map(({ interest }) => interest)).toEqual([
    toAmount(INTEREST[quarter - 1] ?? 0n),
  ])
}

type AfterYear = Awaited<ReturnType<typeof runYear>>

/** The last statement becomes void and is replaced by one with lower revenue. */
async function replaceLast(office: Office, truck: number, { last }: AfterYear) {
  const ended = last.get(truck)
  if (!ended) throw new Error(`Truck ${truck} has no statement`)
  const { made, statement, week } = ended
  const cash = truck === KEPT ? { cash: 'kept' } : { cash: 'reversed', cashDay: '2026-01-05' }
  const sent = { reason: 'Wrong rate', confirmed: ['cashDay'], ...cash }
  await office.at.me.post(`/api/billing/${statement.id}/void`, sent)
  office.stated.splice(office.stated.indexOf(statement), 1)
  voidStatement(office.books, statement.number, truck === KEPT)
  const lower = { ...week, revenue: week.revenue - LOWER }
  await office.changeRevenue(made, lower.revenue)
  const { payee, date, load, draft } = made
  const again = await office.settle(truck, date, lower, { payee, owed: draft.owed, load })
  const approved = await office.approve(again, '2026-01-06')
  return { ...approved, money: statement.expected.net }
}

/** January: a returned check, a kept one, the end of the escrow, and what Ann owed on the sold truck. */
async function runJanuary(office: Office, after: AfterYear): Promise<Stated[]> {
  const { at } = office
  const [date, day, payee] = [dateOf(WEEKS), '2026-01-08', 'Ann']
  const returned = await replaceLast(office, RETURNED, after)
  const { net } = returned.statement.expected
  await office.pay(returned.statement, [{ day, amount: net, reference: '9003' }])

  const kept = await replaceLast(office, KEPT, after)
  const [paid, applied] = ['2025-12-31', '2026-01-06']
  const covered = kept.statement.expected.net
  await office.pay(kept.statement, [{ day: paid, amount: covered, applied }])
  const next = { payee, owed: kept.after }
  const made = await office.settle(KEPT, date, weekOfTruck(KEPT, WEEKS), next)
  const { statement } = await office.approve(made, applied)
  const [rest, due] = [kept.money - covered, statement.expected.net]
  await office.pay(statement, [
    { day: paid, amount: rest, applied },
    { day, amount: due - rest },
  ])

  const held = ESCROW * BigInt(WEEKS) + INTEREST.reduce((sum, cents) => sum + cents, 0n)
  const owed = after.owed[SAVING] ?? NOTHING_OWED
  const idle = await office.settle(SAVING, date, { ...IDLE_WEEK, escrow: -held }, { payee, owed })
  const refund = `/api/billing/${idle.id}/balances/${office.escrow}/refunds`
  await at.me.post(refund, { amount: toAmount(held) })
  const end = await office.approve(idle, applied)
  await office.pay(end.statement, [{ day, amount: end.statement.expected.net }])
  const later = { payee, owed: end.after }
  const week = weekOfTruck(SAVING, WEEKS + 1)
  const without = await office.approve(
    await office.settle(SAVING, dateOf(WEEKS + 1), week, later),
    '2026-01-14',
  )
  const { expected } = without.statement
  await office.pay(without.statement, [{ day: '2026-01-14', amount: expected.net }])

  const sold = { payee, owed: after.left.get('Ann') ?? NOTHING_OWED, ownerId: office.ids.ann }
  const final = await office.settle(SOLD.truck, date, weekOfTruck(SOLD.truck, WEEKS), sold)
  const settled = await office.approve(final, applied)
  await office.pay(settled.statement, [{ day: applied, amount: settled.statement.expected.net }])
  for (const one of [kept.statement, statement])
    expect(await expectPrinted(at, one)).toContain('Already paid by check 9001 (12/31/2025)')
  const inParts = after.last.get(IN_PARTS)?.statement
  expect(inParts && (await expectPrinted(at, inParts))).toMatch(
    /12\/31\/2025\s+ACH\s+\$1,000\.00\s+1\/2\/2026\s+ACH/,
  )
  const interest = formatMoney(INTEREST[3] ?? 0n)
  const printed = (await expectPrinted(at, end.statement)).replaceAll(/\s+/g, ' ')
  expect(printed).toContain(`opening includes interest ${interest} (12/31/2025)`)
  return [returned.statement, without.statement, settled.statement]
}

/** The figures of each payee, the register and the CSV file of each year. */
async function expectYears({ at, books, stated }: Office): Promise<void> {
  for (const [year, names] of YEARS) {
    const path = `/api/settlements/year?year=${year}`
    const { payees } = (await at.me.get<YearSummary>(path)).body
    expect(payees.map(({ payee }) => payee).join(' ')).toBe(names)
    const sum = (all: readonly { [key: string]: unknown }[], name: string) =>
      toAmount(all.reduce((cents, one) => cents + BigInt(String(one[name])), 0n))
    for (const { payee, paid, reported, sums } of payees) {
      const counted = books.counted.filter((one) => one.payee === payee && one.day.startsWith(year))
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
    const total = await expectRegister(at, year, books.payments)
    expect(
      sum(
        books.counted.filter(({ day }) => day.startsWith(year)),
        'net',
      ),
    ).toBe(toAmount(total))
    await expectYearCsv(at, year, books.counted)
  }
}

test('C1 C2 C3 C4 C6 C7 C9 C10 C11 C12 C18 C21 C23 C24 S18 A year of 12 trucks matches the model', async () => {
  const office = await openOffice(app)
  const { at, stated } = office
  const after = await runYear(office)
  expect(stated).toHaveLength(WEEKS * TRUCKS)
  const has = (name: 'carriedForward' | 'offset' | 'extraPay' | 'lumper') =>
    stated.filter(({ expected }) => expected[name] > 0n).length
  expect(has('carriedForward')).toBeGreaterThan(50)
  for (const name of ['offset', 'extraPay', 'lumper'] as const) expect(has(name)).toBeGreaterThan(9)
  const { carries } = (await at.me.get<PreviousPayeeItems>('/api/settlements/waiting')).body
  const owing = [...after.left].map(([payee, { carryForward }]) => [payee, toAmount(carryForward)])
  expect(carries.map(({ payee, amount }) => [payee, amount]).toSorted()).toEqual(owing.toSorted())

  const january = await runJanuary(office, after)
  for (const one of [...stated.filter(isRead), ...january]) await expectPrinted(at, one)
  expect((await at.me.get('/api/settlements/drift')).body).toEqual([])
  await expectYears(office)
}, 600_000)
