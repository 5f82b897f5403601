/** Compares what the app shows about a factor with the model, on random days. */
import { expect } from 'vitest'
import type {
  Deposit,
  FactorAccount,
  FactorSchedule,
  InvoiceFactoring,
  ReadyInvoices,
  ScheduleDetails,
} from '#core/factoring/responses.ts'
import type { AccountStatement } from '#core/receivables/account-statement.ts'
import type { Aging, OpenInvoice } from '#core/receivables/aging.ts'
import type { Body } from '#server/testing/test-app.ts'
import { dollars } from '#server/testing/receipts/model.ts'
import { factoredDay, type FactorCarrier } from './carrier.ts'
import {
  BOUGHT,
  boughtOn,
  canSchedule,
  COLLECTED,
  cashOf,
  endedOn,
  findStanding,
  heldOn,
  factoredOpenOn,
  sum,
  sumKinds,
  sumOn,
  toForward,
  USED_UP,
  withFactorOn,
  type FactorBook,
} from './model.ts'

const cents = (amount: string) => BigInt(amount.replace('.', ''))
const END = 200

export async function checkHistory(
  carrier: FactorCarrier,
  book: FactorBook,
  days: readonly number[],
): Promise<void> {
  for (const day of new Set([...days, END])) {
    await checkAging(carrier, book, day)
    await checkAccount(carrier, book, day)
  }
  await checkSchedules(carrier, book)
  for (const { id } of book.invoices) await checkInvoice(carrier, book, id)
}

async function checkAging({ client, brokers }: FactorCarrier, book: FactorBook, day: number) {
  const aging = (await client.get<Aging>(`/api/receivables/aging?asOf=${factoredDay(day)}`)).body
  const path = `/api/receivables/invoices?asOf=${factoredDay(day)}`
  const listed = (await client.get<OpenInvoice[]>(path)).body
  for (const broker of brokers) {
    const own = book.invoices.filter((invoice) => invoice.broker === broker)
    const open = sum(own.map(({ id }) => factoredOpenOn(book, id, day)))
    const withFactor = sum(own.map(({ id }) => withFactorOn(book, id, day)))
    const row = aging.brokers.find(({ brokerId }) => brokerId === broker)
    const shown = [row?.open ?? '0.00', row?.withFactor ?? '0.00']
    expect([day, ...shown]).toEqual([day, dollars(open), dollars(withFactor)])
    const invoices = own.flatMap(({ id }) => {
      const amount = factoredOpenOn(book, id, day)
      return amount > 0n ? [[id, dollars(amount), withFactorOn(book, id, day) > 0n]] : []
    })
    expect(
      listed
        .filter(({ brokerId }) => brokerId === broker)
        .map((one) => [one.id, one.open, one.withFactor])
        .toSorted(byId),
    ).toEqual(invoices.toSorted(byId))
    if (broker !== brokers[day % brokers.length]) continue
    const statement = `/api/brokers/${broker}/account-statement?from=${factoredDay(0)}&to=${factoredDay(day)}`
    const { closing } = (await client.get<AccountStatement>(statement)).body
    expect(closing).toBe(row?.balance ?? '0.00')
  }
}

/** Checks reports, voids and the reserve up to a day, and that every deposit adds up by the app's own figures. */
async function checkAccount({ client, path }: FactorCarrier, book: FactorBook, day: number) {
  const [from, to] = [Math.floor(day / 2), day]
  const account = await client.get<FactorAccount>(
    `${path}/account?from=${factoredDay(from)}&to=${factoredDay(to)}`,
  )
  const { opening, closing, deposits, voids, held } = account.body
  const total = (on: number) => sum(book.invoices.map(({ id }) => heldOn(book, id, on)))
  expect([opening, closing]).toEqual([dollars(total(from - 1)), dollars(total(to))])
  const reports = (on: 'day' | 'voidedOn') =>
    book.reports
      .filter((report) => (report[on] ?? -1) >= from && (report[on] ?? END + 1) <= to)
      .map(({ id, entries }) => [id, dollars(cashOf(entries))])
      .toSorted(byId)
  const shown = (list: readonly Deposit[]) =>
    list.map(({ id, amount }) => [id, amount]).toSorted(byId)
  expect(shown(deposits)).toEqual(reports('day'))
  expect(shown(voids)).toEqual(reports('voidedOn'))
  const rows = held.map(({ invoiceId, held: kept }) => [invoiceId, kept]).toSorted(byId)
  const expected = book.invoices.flatMap(({ id }) => {
    const kept = heldOn(book, id, day)
    return kept === 0n ? [] : [[id, dollars(kept)]]
  })
  expect(rows).toEqual(expected.toSorted(byId))
  for (const { amount, entries } of [...deposits, ...voids]) {
    const own = entries.map((one) => ({
      kind: one.kind,
      invoice: one.invoiceId,
      cents: cents(one.amount),
    }))
    expect(dollars(cashOf(own))).toBe(amount)
    for (const id of new Set(own.flatMap(({ invoice }) => invoice ?? []))) {
      const bought = sumKinds(own, BOUGHT, id)
      if (bought > 0n) expect(faces(book, id)).toContain(bought)
    }
  }
}

/** The face amounts of the invoice on all schedules, including void ones. */
function faces({ schedules }: FactorBook, invoice: number): bigint[] {
  return schedules.flatMap(({ lines }) =>
    lines.filter((line) => line.invoice === invoice).map(({ face }) => face),
  )
}

/** Checks that no invoice is on two schedules, numbers have no gaps, and only unscheduled invoices are ready. */
async function checkSchedules({ client, path }: FactorCarrier, book: FactorBook): Promise<void> {
  const { schedules } = (await client.get<{ schedules: FactorSchedule[] }>(`${path}/schedules`))
    .body
  expect(schedules.map(({ id, state }) => [id, state]).toSorted(byId)).toEqual(
    book.schedules.map(({ id, state }) => [id, state]).toSorted(byId),
  )
  const numbers = schedules.flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  const scheduled: number[] = []
  for (const { id, state } of schedules) {
    const details = await client.get<ScheduleDetails>(`/api/factor-schedules/${id}`)
    const lines = details.body.invoices.map((one) => [one.id, one.face])
    const model = book.schedules.find((one) => one.id === id)?.lines ?? []
    expect(lines.toSorted(byId)).toEqual(
      model.map(({ invoice, face }) => [invoice, dollars(face)]).toSorted(byId),
    )
    expect(details.body.face).toBe(dollars(sum(model.map(({ face }) => face))))
    if (state !== 'void') scheduled.push(...details.body.invoices.map((one) => one.id))
  }
  expect(new Set(scheduled).size).toBe(scheduled.length)
  const ready = (await client.get<ReadyInvoices>(`${path}/ready`)).body.invoices
  expect(ready.map(({ id, face }) => [id, face]).toSorted(byId)).toEqual(
    book.invoices
      .filter(({ id }) => canSchedule(book, [id]))
      .map(({ id }) => [id, dollars(factoredOpenOn(book, id))])
      .toSorted(byId),
  )
}

async function checkInvoice({ client }: FactorCarrier, book: FactorBook, id: number) {
  const path = `/api/invoices/${id}`
  const { body } = await client.get<InvoiceFactoring>(`${path}/factoring`)
  const of = (...kinds: string[]) => dollars(sumOn(book, kinds, id))
  const books = {
    advance: of('advance'),
    fee: of('fee', 'reserve-fee', 'late-fee'),
    held: dollars(heldOn(book, id)),
    released: of('reserve-released'),
    chargedBack: of('chargeback', 'reserve-chargeback'),
    debtorPaid: of(...COLLECTED),
  }
  expect([id, body.books]).toEqual([id, books])
  expect([id, body.toForward]).toEqual([id, dollars(toForward(book, id))])
  // The reserve is still held, released or used up.
  const kept = cents(body.books.held) + cents(body.books.released) + sumOn(book, USED_UP, id)
  expect(kept).toBe(sumOn(book, ['reserve'], id))
  const standing = findStanding(book, id)
  expect(body.scheduleId).toBe(standing?.id ?? null)
  expect(body.state).toBe(standing?.state === 'submitted' ? stateOf(book, id) : null)
  await checkStatus({ client }, book, id)
}

function stateOf(book: FactorBook, id: number): string {
  const [bought, ended] = [boughtOn(book, id), endedOn(book, id)]
  if (bought === 0n) return 'submitted'
  if (ended < bought) return 'funded'
  if (heldOn(book, id) === 0n) return 'closed'
  return sumOn(book, COLLECTED, id) > 0n ? 'collected' : 'charged-back'
}

/** Checks the payment status of the load. A funded invoice is not paid. */
async function checkStatus(
  { client }: Pick<FactorCarrier, 'client'>,
  book: FactorBook,
  id: number,
) {
  const { loadId, total } = book.invoices.find((one) => one.id === id) ?? { loadId: 0, total: 0n }
  const credited = book.moves.filter(({ invoice, kind }) => invoice === id && kind === 'credit')
  if (sum(credited.map((move) => move.cents)) === -total) return
  const open = factoredOpenOn(book, id)
  const isFunded = boughtOn(book, id) > endedOn(book, id)
  const { paymentStatus } = (await client.get<Body>(`/api/loads/${loadId}`)).body
  const shown = paymentStatus === 'paid' || paymentStatus === 'processed' ? paymentStatus : 'open'
  expect([id, shown]).toEqual([id, open === 0n ? 'paid' : isFunded ? 'processed' : 'open'])
}

function byId(one: readonly unknown[], other: readonly unknown[]): number {
  return Number(one[0]) - Number(other[0])
}
