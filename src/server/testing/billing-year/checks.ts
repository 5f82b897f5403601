/** Compares what the app shows of a year with the model. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Deposit, FactorAccount, InvoiceFactoring } from '#core/factoring/responses.ts'
import type { Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import type { AccountStatement } from '#core/receivables/account-statement.ts'
import type { Aging, OpenInvoice } from '#core/receivables/aging.ts'
import type { Database } from '#server/database/open.ts'
import { readBrokerAccount } from '#server/receivables/broker-account.ts'
import { readAccountId } from '#server/testing/test-app.ts'
import { readAllPages, type Year } from './carrier.ts'
import {
  agedOnDay,
  daysToPayOf,
  factorAccountOf,
  entriesOfInvoice,
  entriesUntil,
  heldOf,
  owedByBroker,
  owedOnInvoice,
  paymentStatusOf,
  sumCents,
  sumEntries,
  unappliedOfBroker,
  unappliedOfReceipt,
  writeCents,
  yearDay,
} from './model.ts'

/** Checks the aging as JSON and CSV, the open invoices, and the statements of account of some brokers. */
export async function checkYearDay(year: Year, day: string): Promise<void> {
  for (const basis of ['age', 'past-due'] as const) await checkAging(year, day, basis)
  const { model, client, chance } = year
  const listed = await client.get<OpenInvoice[]>(`/api/receivables/invoices?asOf=${day}`)
  const open = [...model.invoices.values()]
    .map(({ id }) => [id, writeCents(owedOnInvoice(model, id, day))] as const)
    .filter(([, owed]) => owed !== '0.00')
  expect(new Map(listed.body.map((one) => [one.id, one.open]))).toEqual(new Map(open))
  for (let n = 0; n < 4; n++) await checkStatement(year, chance.oneOf(year.brokers).id, day)
}

function expectedRow(year: Year, broker: number, day: string, isPastDue: boolean): string[] {
  const { model } = year
  const buckets = agedOnDay(model, broker, day, isPastDue)
  const unapplied = unappliedOfBroker(model, broker, day)
  const owed = owedByBroker(model, broker, day)
  // The open amounts less the unapplied money are all that is owed.
  expect(sumCents(buckets) + unapplied).toBe(owed)
  return [...buckets, sumCents(buckets), unapplied, owed].map(writeCents)
}

async function checkAging(year: Year, day: string, basis: 'age' | 'past-due') {
  const query = `asOf=${day}&basis=${basis}`
  const { body } = await year.client.get<Aging>(`/api/receivables/aging?${query}`)
  const { text } = await year.client.get(`/api/receivables/aging.csv?${query}`)
  const rows = new Map(text.split('\r\n').map((line) => [line.split(',')[0] ?? '', line]))
  for (const { id, name } of year.brokers) {
    const expected = expectedRow(year, id, day, basis === 'past-due')
    const what = `${name} on ${day} by ${basis}`
    const shown = body.brokers.find(({ brokerId }) => brokerId === id)
    const figures = shown && [...shown.buckets, shown.open, shown.unapplied, shown.balance]
    const isEmpty = expected.every((text) => text === '0.00')
    expect([what, figures ?? []]).toEqual([what, isEmpty && !shown ? [] : expected])
    const cells = rows
      .get(name)
      ?.split(',')
      .slice(4, 4 + expected.length)
    expect([what, cells ?? []]).toEqual([what, isEmpty && !shown ? [] : expected])
  }
  const total = sumCents(year.brokers.map(({ id }) => owedByBroker(year.model, id, day)))
  expect(body.total.balance).toBe(writeCents(total))
}

async function checkStatement({ client, model }: Year, broker: number, day: string) {
  const from = yearDay(day, -60)
  const path = `/api/brokers/${broker}/account-statement?from=${from}&to=${day}`
  const { body } = await client.get<AccountStatement>(path)
  const owed = (on: string) => writeCents(owedByBroker(model, broker, on))
  expect([body.opening, body.closing]).toEqual([owed(yearDay(from, -1)), owed(day)])
  const facts = model.facts.filter(
    (one) => one.broker === broker && one.day >= from && one.day <= day && one.cents !== 0n,
  )
  expect(body.lines.map(({ amount }) => amount).toSorted()).toEqual(
    facts.map(({ cents }) => writeCents(cents)).toSorted(),
  )
  expect(body.invoices.map(({ id, open }) => [id, open]).toSorted()).toEqual(
    [...model.invoices.values()]
      .filter((one) => one.broker === broker && owedOnInvoice(model, one.id, day) > 0n)
      .map(({ id }) => [id, writeCents(owedOnInvoice(model, id, day))])
      .toSorted(),
  )
}

/** Checks all invoices, credit notes and receipts: totals, open amounts, and numbers without gaps. */
export async function checkYearRecords(year: Year): Promise<void> {
  const { model } = year
  const listed = await readAllPages<Invoice>(year, '/api/invoices')
  const expected = [...model.invoices.values()].map(({ id, number, total, isVoid }) => ({
    id,
    number,
    state: isVoid ? 'void' : 'approved',
    total: writeCents(total),
    openAmount: writeCents(owedOnInvoice(model, id)),
    hasDrift: false,
  }))
  const notes = model.creditNotes.map(({ id, number, total, credits, isVoid }) => ({
    id,
    number,
    state: isVoid ? 'void' : 'approved',
    total: writeCents(total),
    creditsId: credits,
  }))
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
  expect(listed.toSorted(byId)).toMatchObject([...expected, ...notes].toSorted(byId))
  const numbers = listed.map(({ number }) => Number(number)).toSorted((a, b) => a - b)
  expect(numbers).toEqual(listed.map((_, at) => at + 1))
  const receipts = await readAllPages<Receipt>(year, '/api/receipts')
  expect(receipts.toSorted(byId)).toMatchObject(
    [...model.receipts.values()].toSorted(byId).map((receipt) => ({
      id: receipt.id,
      amount: writeCents(receipt.amount),
      applied: writeCents(
        sumCents(receipt.parts.filter(({ live }) => live).map(({ cents }) => cents)),
      ),
      refunded: writeCents(receipt.refunded),
      unapplied: writeCents(unappliedOfReceipt(receipt)),
    })),
  )
  for (const { amount, applied, refunded, unapplied, reversedOn } of receipts)
    if (reversedOn === null)
      expect(toCents(applied) + toCents(refunded) + toCents(unapplied)).toBe(toCents(amount))
}

const toCents = (text: string) => BigInt(text.replace('.', ''))

/** Checks that the lines of every invoice add up to its total. */
export async function checkLines({ client, model }: Year): Promise<void> {
  for (const { id, lines, total } of model.invoices.values()) {
    const { body } = await client.get<InvoiceDetails>(`/api/invoices/${id}`)
    const amounts = body.lines.map(({ amount }) => toCents(amount))
    expect(sumCents(amounts)).toBe(total)
    expect(amounts.map(String).toSorted()).toEqual(lines.map(String).toSorted())
  }
}

/** Checks the amounts of every factored invoice, and the factor's account from each of the days. */
export async function checkFactor(year: Year, days: string[]): Promise<void> {
  const { client, model, factorId } = year
  for (const { id, face } of model.invoices.values()) {
    const { body } = await client.get<InvoiceFactoring>(`/api/invoices/${id}/factoring`)
    const account = factorAccountOf(model, id)
    const text = Object.entries(account).map(([name, cents]) => [name, writeCents(cents)])
    expect([id, body.face, body.books]).toEqual([
      id,
      writeCents(face ?? 0n),
      Object.fromEntries(text),
    ])
    const reserve = entriesOf(year, id, 'reserve')
    const bought = account.advance + entriesOf(year, id, 'fee') + reserve
    expect(bought === 0n || bought === face).toBe(true)
  }
  for (const day of days) {
    const path = `/api/factors/${factorId}/account?from=${day}&to=${yearDay(day, 45)}`
    const { body } = await client.get<FactorAccount>(path)
    const held = (until: string) => writeCents(heldOf(entriesUntil(model, until)))
    expect([body.opening, body.closing]).toEqual([held(yearDay(day, -1)), held(body.to)])
    const voided = model.reports.filter((one) => one.voidedOn !== null)
    const voids = voided.filter(({ voidedOn: on }) => on && on >= day && on <= body.to)
    expect(body.voids.map(({ id }) => id).toSorted()).toEqual(voids.map(({ id }) => id).toSorted())
    const reports = model.reports.filter((one) => one.day >= day && one.day <= body.to)
    const amounts = (list: { id: number; amount: string }[]) =>
      list.map(({ id, amount }) => `${id} ${amount}`).toSorted()
    expect(amounts(body.deposits.map(({ id, amount }: Deposit) => ({ id, amount })))).toEqual(
      amounts(reports.map(({ id, amount }) => ({ id, amount: writeCents(amount) }))),
    )
  }
}

function entriesOf({ model }: Year, invoice: number, kind: string): bigint {
  return sumEntries(entriesOfInvoice(model, invoice), kind)
}

/** Checks how long each broker took to pay, as of the day. */
export async function checkDaysToPay(database: Database, year: Year, day: string): Promise<void> {
  const userId = await readAccountId(year.client)
  for (const { id, name } of year.brokers) {
    const { daysToPay } = await readBrokerAccount(database, userId, id, day)
    const { days, payments, paid } = daysToPay
    expect([name, day, { days, payments, paid }]).toEqual([
      name,
      day,
      daysToPayOf(year.model, id, day),
    ])
  }
}

type StatusRow = { load: number; invoices: number[]; status: string | null }

/** Checks the payment status that every load has at the end of the day, whatever was entered for later days. */
export async function checkPaymentStatuses(
  database: Database,
  { client, model }: Year,
  day: string,
): Promise<void> {
  const userId = await readAccountId(client)
  const { rows } = await sql<StatusRow>`
    select load_id as load, array_agg(invoice_id order by invoice_id) as invoices,
      derive_payment_status(${userId}::uuid, load_id, ${day}::date) as status
    from invoice_loads where user_id = ${userId} and standing group by load_id order by load_id`.execute(
    database,
  )
  const expected = rows.map(({ load, invoices }) => {
    const own = invoices.flatMap((id) => model.invoices.get(Number(id)) ?? [])
    return [load, paymentStatusOf(model, own, day)]
  })
  expect(expected.length).toBeGreaterThan(50)
  expect([day, rows.map(({ load, status }) => [load, status])]).toEqual([day, expected])
}
