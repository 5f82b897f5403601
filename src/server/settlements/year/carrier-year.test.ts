import { expect, test } from 'vitest'
import { formatMoney, toAmount } from '#core/money.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import type { YearSummary } from '#core/settlements/year/responses.ts'
import { voidStatement } from '#server/testing/carrier/books.ts'
import { IDLE_WEEK, weekOfTruck } from '#server/testing/carrier/model.ts'
import { ESCROW, openOffice, SAVING, TRUCKS, type Office } from '#server/testing/carrier/office.ts'
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
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

/** Who is paid in each year. */
const YEARS = [
  ['2025', 'Ann Bob Cal Dan Eve'],
  ['2026', 'Ann'],
] as const
const LOWER = 400_00n

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
