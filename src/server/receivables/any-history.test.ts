/** Aging, statements of account and open amounts agree for every broker and day, after any history (SPEC C200–C202). */
import { expect, test } from 'vitest'
import type { AccountStatement } from '#core/receivables/account-statement.ts'
import type { Aging, OpenInvoice } from '#core/receivables/aging.ts'
import type { Bridge } from '#core/receivables/bridge.ts'
import { createChance } from '#server/testing/fuzz/chance.ts'
import { makeBroker, storeFact, storeInvoice } from '#server/testing/receivables/ledger-rows.ts'
import type { Fact } from '#server/testing/receivables/ledger-rows.ts'
import { readSeed, shortOrLong } from '#server/testing/long.ts'
import {
  balanceOn,
  bucketsOn,
  leastHeldFrom,
  leastOpenFrom,
  mostOpenFrom,
  sumOpenOn,
  shift,
  text,
  unappliedOn,
  type Model,
} from '#server/testing/receivables/model.ts'
import { readAccountId, signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const FIRST = '2026-01-01'
const LAST = 330
const STEPS = 60
const CHECKED_DAYS = 12

/** From 0 to 1. */
type Random = () => number

type History = { me: Client; userId: string; brokers: number[]; model: Model; random: Random }

const FIRST_SEED = readSeed(1)
const SEEDS = Array.from({ length: shortOrLong(1, 12) }, (_, at) => FIRST_SEED + at)

test.each(SEEDS)(
  'C200 C201 C202 Aging, statements of account and open amounts agree on any day (history %i)',
  async (seed) => {
    const random = createChance(seed).next
    const me = await signUp(app)
    const userId = await readAccountId(me)
    const brokers = [await makeBroker(me, 'Acme'), await makeBroker(me, 'Best')]
    brokers.push(await makeBroker(me, 'Coast'))
    const history: History = { me, userId, brokers, random, model: { invoices: [], facts: [] } }
    for (let step = 0; step < STEPS; step++) await takeStep(history)
    const kinds = new Set(history.model.facts.map(({ kind }) => kind))
    expect(kinds.size).toBeGreaterThan(4)
    let before = FIRST
    for (let at = 0; at < CHECKED_DAYS; at++) {
      const day = pickDay(random)
      await checkDay(history, day)
      const [from, to] = [before, day].toSorted()
      await checkBridge(history, from ?? day, to ?? day)
      before = day
    }
    await checkDay(history, '2027-12-31')
  },
)

function pickDay(random: Random): string {
  return shift(FIRST, Math.floor(random() * LAST))
}

function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

/** Facts are entered in any order of days. */
async function takeStep(history: History): Promise<void> {
  const { model, random, userId, brokers } = history
  const chance = random()
  const brokerId = pick(random, brokers) ?? 0
  if (chance < 0.3 || model.invoices.length < 3) {
    const total = text(BigInt(1 + Math.floor(random() * 900_000)))
    const invoiceDate = pickDay(random)
    const terms = pick(random, [0, 15, 30, 45]) ?? 30
    const invoice = await storeInvoice(database, userId, { brokerId, invoiceDate, total, terms })
    model.invoices.push(invoice)
    const entry = { brokerId, invoiceId: invoice.id, day: invoiceDate } as const
    model.facts.push({ ...entry, kind: 'invoice', amount: total })
    return
  }
  const facts = chance < 0.75 ? reduceInvoice(history) : moveMoney(history, brokerId)
  if (!facts.length) return
  await storeFact(database, userId, ...facts)
  model.facts.push(...facts)
}

let receipts = 0

/** A payment, a credit, a difference, or the reversal of a payment. */
function reduceInvoice({ model, random }: History): Fact[] {
  const invoice = pick(random, model.invoices)
  if (!invoice) return []
  const day = shift(invoice.invoiceDate, Math.floor(random() * 120))
  const place = { brokerId: invoice.brokerId, invoiceId: invoice.id, day }
  const paid = model.facts.filter((one) => one.invoiceId === invoice.id && one.kind === 'payment')
  if (random() < 0.2 && paid.length) {
    const back = pick(random, paid)
    const on = back && back.day > day ? back.day : day
    const reversed = model.facts.some(
      (one) => one.kind === 'reversal' && one.receiptId === back?.receiptId,
    )
    if (!back || reversed) return []
    const amount = back.amount.slice(1)
    const total = BigInt(invoice.total.replace('.', ''))
    if (mostOpenFrom(model, invoice.id, on) + BigInt(amount.replace('.', '')) > total) return []
    const { receiptId = 0 } = back
    return [{ ...place, day: on, kind: 'reversal', amount, receiptId }]
  }
  const least = leastOpenFrom(model, invoice.id, day)
  if (least <= 0n) return []
  const share = random() < 0.4 ? least : (least * BigInt(1 + Math.floor(random() * 99))) / 100n
  if (share <= 0n) return []
  const kind =
    pick(random, [
      'payment',
      'payment',
      'credit',
      'quick-pay',
      'write-off',
      'factor-paid',
    ] as const) ?? 'payment'
  return [{ ...place, kind, amount: text(-share), receiptId: ++receipts }]
}

/** Unapplied money: received, used for an invoice, or refunded. */
function moveMoney({ model, random }: History, brokerId: number): Fact[] {
  const held = model.facts.filter(
    (one) => one.invoiceId === null && one.kind === 'payment' && one.brokerId === brokerId,
  )
  const source = pick(random, held)
  if (!source || random() < 0.4) {
    const amount = text(-BigInt(1 + Math.floor(random() * 50_000)))
    const receiptId = ++receipts
    return [{ brokerId, invoiceId: null, day: pickDay(random), kind: 'payment', amount, receiptId }]
  }
  const { receiptId = 0 } = source
  const day = shift(source.day, Math.floor(random() * 60))
  const left = leastHeldFrom(model, receiptId, day)
  if (left <= 0n) return []
  if (random() < 0.3)
    return [{ brokerId, invoiceId: null, day, kind: 'refund', amount: text(left), receiptId }]
  const invoice = pick(
    random,
    model.invoices.filter((one) => one.brokerId === brokerId && one.invoiceDate <= day),
  )
  const least = invoice ? leastOpenFrom(model, invoice.id, day) : 0n
  const used = least < left ? least : left
  if (!invoice || used <= 0n) return []
  return [
    { brokerId, invoiceId: null, day, kind: 'applied', amount: text(used), receiptId },
    { brokerId, invoiceId: invoice.id, day, kind: 'payment', amount: text(-used), receiptId },
  ]
}

async function checkDay({ me, model, brokers }: History, day: string): Promise<void> {
  for (const basis of ['age', 'past-due'] as const) {
    const { body } = await me.get<Aging>(`/api/receivables/aging?asOf=${day}&basis=${basis}`)
    for (const brokerId of brokers) {
      const row = body.brokers.find((one) => one.brokerId === brokerId)
      const what = `broker ${brokerId} on ${day} by ${basis}`
      const zero = bucketsOn({ invoices: [], facts: [] }, brokerId, day, basis)
      expect([what, row?.buckets ?? zero]).toEqual([what, bucketsOn(model, brokerId, day, basis)])
      expect([what, row?.unapplied ?? '0.00']).toEqual([
        what,
        text(unappliedOn(model, brokerId, day)),
      ])
      expect([what, row?.balance ?? '0.00']).toEqual([what, text(balanceOn(model, brokerId, day))])
    }
    expect(body.total.balance).toBe(
      text(brokers.reduce((sum, one) => sum + balanceOn(model, one, day), 0n)),
    )
  }
  const listed = await me.get<OpenInvoice[]>(`/api/receivables/invoices?asOf=${day}`)
  const expected = model.invoices.filter(({ id }) => sumOpenOn(model, id, day) > 0n)
  expect(new Map(listed.body.map(({ id, open }) => [id, open]))).toEqual(
    new Map(expected.map(({ id }) => [id, text(sumOpenOn(model, id, day))])),
  )
  for (const brokerId of brokers) await checkStatement({ me, model, brokerId, day })
}

type Checked = { me: Client; model: Model; brokerId: number; day: string }

async function checkStatement({ me, model, brokerId, day }: Checked): Promise<void> {
  const from = shift(day, -45)
  const path = `/api/brokers/${brokerId}/account-statement?from=${from}&to=${day}`
  const { status, body } = await me.get<AccountStatement>(path)
  expect(status).toBe(200)
  expect(body.opening).toBe(text(balanceOn(model, brokerId, shift(from, -1))))
  expect(body.closing).toBe(text(balanceOn(model, brokerId, day)))
  expect(body.aging.balance).toBe(body.closing)
  expect(body.lines.at(-1)?.balance ?? body.opening).toBe(body.closing)
  const facts = model.facts.filter(
    (fact) => fact.brokerId === brokerId && fact.day >= from && fact.day <= day,
  )
  expect(body.lines.map(({ amount }) => amount).toSorted()).toEqual(
    facts.map(({ amount }) => amount).toSorted(),
  )
}

async function checkBridge({ me, model, brokers }: History, from: string, to: string) {
  const { body } = await me.get<Bridge>(`/api/receivables/bridge?from=${from}&to=${to}`)
  const owed = (day: string) =>
    text(brokers.reduce((sum, one) => sum + balanceOn(model, one, day), 0n))
  expect([body.opening, body.closing]).toEqual([owed(from), owed(to)])
}
