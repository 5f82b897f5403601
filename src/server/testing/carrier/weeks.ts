/** The 52 weeks of a carrier with 12 trucks, and their special events. */
import { expect } from 'vitest'
import type { QuarterInterest } from '#core/balances/responses.ts'
import { addDays } from '#core/calendar.ts'
import { toAmount } from '#core/money.ts'
import { modelInterest, voidStatement } from './payment-model.ts'
import { adjustmentOf, offsetOf, weekOfTruck, type Owed, type Week } from './model.ts'
import {
  ESCROW,
  fiveDaysAfter,
  FIRST_OF_PAIR,
  OWNERLESS,
  WITH_ESCROW,
  SECOND_OF_PAIR,
  TRUCKS,
  type ModeledSettlement,
  type ModeledCarrier,
} from './modeled-carrier.ts'
import type { Stated } from './printed.ts'

export const WEEKS = 52
const FIRST_FRIDAY = '2025-01-03'
/** The truck and week of each special event. */
export const SOLD = { truck: 3, week: 19 }
const VOIDED = { truck: 5, week: 30 }
const SHORT_PAID = { truck: 7, week: 40 }
const NEW_DRIVER = { truck: OWNERLESS, week: 20 }
const SHORT = 123_45n
/** What happens to the last statement of these trucks. */
export const [IN_PARTS, KEPT, RETURNED] = [0, 1, 2]
const CHECKS = new Map([
  [KEPT, '9001'],
  [RETURNED, '9002'],
])
/** The escrow rate of each quarter: 4.35%. */
const RATE = 435n
export const INTEREST = modelInterest(ESCROW, RATE)

export const NOTHING_OWED: Owed = { advanceTaken: 0n, carryForward: 0n }

function payeeOf(truck: number, week: number): string {
  if (truck >= FIRST_OF_PAIR) return 'Cal'
  if (truck === OWNERLESS) return week < NEW_DRIVER.week ? 'Dan' : 'Eve'
  return truck === SOLD.truck && week >= SOLD.week ? 'Bob' : 'Ann'
}

export function dateOf(week: number): string {
  return addDays(FIRST_FRIDAY, 7 * week)
}

export type AfterYear = Awaited<ReturnType<typeof runYear>>

/** Settles, approves and pays the 52 weeks. */
export async function runYear(modeledCarrier: ModeledCarrier) {
  const { carrier, paymentModel, ids } = modeledCarrier
  const owed: Owed[] = Array.from({ length: TRUCKS }, () => NOTHING_OWED)
  /** What the previous payees still owe. */
  const left = new Map<string, Owed>()
  const last = new Map<number, { made: ModeledSettlement; statement: Stated; week: Week }>()
  let short: { id: number; revenue: bigint } | undefined
  let waiting: ModeledSettlement | undefined

  async function settleTruck(truck: number, week: number) {
    const [date, payee] = [dateOf(week), payeeOf(truck, week)]
    const is = (event: typeof SOLD) => event.truck === truck && event.week === week
    if (is(SOLD) || is(NEW_DRIVER)) {
      await modeledCarrier.changeTruck(
        truck,
        is(SOLD) ? { ownerId: ids.bob } : { driverId: ids.eve },
      )
      left.set(payeeOf(truck, week - 1), owed[truck] ?? NOTHING_OWED)
      owed[truck] = NOTHING_OWED
    }
    let given = weekOfTruck(truck, week)
    if (truck === WITH_ESCROW) given = { ...given, escrow: ESCROW }
    if (short && truck === SHORT_PAID.truck)
      given = { ...given, shortPaid: SHORT, adjustment: adjustmentOf(short.revenue, SHORT) }
    const before = owed[truck] ?? NOTHING_OWED
    let made = await modeledCarrier.settle(truck, date, given, { payee, owed: before })
    if (short && given.shortPaid > 0n) {
      await carrier.client.post(`/api/billing/${short.id}/correct`)
      short = undefined
    }
    if (truck === FIRST_OF_PAIR) waiting = made
    if (truck === SECOND_OF_PAIR && waiting) await approvePair(waiting, made, week)
    if (truck >= FIRST_OF_PAIR) return
    let approved = await payStatement(made, truck, week)
    if (is(VOIDED)) {
      await carrier.voidStatement(made.id)
      modeledCarrier.stated.pop()
      voidStatement(paymentModel, approved.statement.number, false)
      given = { ...given, revenue: given.revenue + 99n }
      await modeledCarrier.changeRevenue(made, given.revenue)
      const { load } = made
      made = await modeledCarrier.settle(truck, date, given, { payee, owed: before, load })
      approved = await payStatement(made, truck, week)
    }
    if (is(SHORT_PAID)) {
      short = { id: made.id, revenue: given.revenue }
      await modeledCarrier.changeRevenue(made, given.revenue - SHORT)
    }
    owed[truck] = approved.after
    if (week === WEEKS - 1) last.set(truck, { made, statement: approved.statement, week: given })
  }

  async function payStatement(made: ModeledSettlement, truck: number, week: number) {
    const day = fiveDaysAfter(made.date)
    const approved = await modeledCarrier.approve(made, day)
    const { net } = approved.statement.expected
    const isLast = week === WEEKS - 1
    const reference = isLast ? CHECKS.get(truck) : undefined
    const whole = [{ day, amount: net, ...(reference ? { reference } : {}) }]
    const parts = [
      { day, amount: 1000_00n },
      { day: '2026-01-02', amount: net - 1000_00n },
    ]
    await modeledCarrier.pay(approved.statement, isLast && truck === IN_PARTS ? parts : whole)
    return approved
  }

  async function approvePair(one: ModeledSettlement, other: ModeledSettlement, week: number) {
    const offset = offsetOf(one.draft, other.draft)
    const day = fiveDaysAfter(one.date)
    const first = await modeledCarrier.approve(one, day, offset)
    const second = await modeledCarrier.approve(other, day, -offset)
    owed[FIRST_OF_PAIR] = first.after
    owed[SECOND_OF_PAIR] = second.after
    await modeledCarrier.payTogether([first.statement, second.statement], day, String(7000 + week))
  }

  for (let week = 0; week < WEEKS; week++) {
    // Weeks 13, 26 and 39 begin a quarter.
    if (week > 0 && week % 13 === 0) await postInterest(modeledCarrier, week / 13)
    for (let truck = 0; truck < TRUCKS; truck++) await settleTruck(truck, week)
  }
  await postInterest(modeledCarrier, 4)
  return { owed, left, last }
}

async function postInterest({ carrier }: ModeledCarrier, quarter: number): Promise<void> {
  const confirmed = ['quarter']
  const sent = { quarter: `2025-Q${quarter}`, rate: toAmount(RATE), confirmed }
  const { body } = await carrier.client.post<QuarterInterest>('/api/balances/interest', sent)
  expect(body.balances.map(({ interest }) => interest)).toEqual([
    toAmount(INTEREST[quarter - 1] ?? 0n),
  ])
}
