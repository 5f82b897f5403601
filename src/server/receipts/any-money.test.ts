/**
 * Random histories of money, differences, reversals and refunds, also by two people at the same time. At all times,
 * payment = parts + refunds + unapplied, and the open amount of each invoice on each day equals that of the model (SPEC
 * C192-C198).
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { dayOf, type Draws, type History } from '#server/testing/receipts/history-state.ts'
import { billSome, takeStep } from '#server/testing/receipts/history.ts'
import {
  dollars,
  findBrokenDay,
  newBook,
  findOpenOn,
  findUnappliedOn,
  type Book,
} from '#server/testing/receipts/model.ts'
import { readSeed, shortOrLong } from '#server/testing/long.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const STEPS = shortOrLong(60, 600)
/** A long run needs long histories: sign-ups of one address are limited. */
const STEPS_OF_ACCOUNT = Math.max(80, Math.ceil(STEPS / 60))
const SEED = readSeed(7)

/** The same steps for the same seed. */
function drawFrom(seed: number): Draws {
  let state = BigInt(seed)
  function below(limit: number): number {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    return Number((state >> 33n) % BigInt(limit))
  }
  return { below, pick: (list) => list[list.length ? below(list.length) : 0] }
}

async function startHistory(chance: Draws): Promise<History> {
  const carrier = await createCarrierWithInvoices(app)
  const brokers = [carrier.brokerId, carrier.otherBrokerId]
  const check = (what: string, status: number, isTaken: boolean) =>
    expect([what, isTaken ? [200, 201].includes(status) : [400, 409].includes(status)]).toEqual([
      what,
      true,
    ])
  const history: History = { carrier, brokers, book: newBook(), chance, expect: check }
  for (let at = 0; at < 7; at++) await billSome(history)
  return history
}

async function readOpenAmounts(carrier: CarrierWithInvoices, day: Day) {
  const { rows } = await sql<{ id: number; kept: string; open: string }>`
    select id, open_amount as kept, (select coalesce(sum(amount), 0)::numeric(14, 2) from receivable_entries
      where receivable_entries.user_id = invoices.user_id and invoice_id = invoices.id and day <= ${day}) as open
    from invoices where user_id = ${carrier.userId} and kind = 'invoice' order by id`.execute(
    database,
  )
  return rows
}

async function compare({ carrier, book, chance }: History): Promise<void> {
  expect(findBrokenDay(book)).toBeNull()
  const day = chance.below(95)
  const amounts = await readOpenAmounts(carrier, dayOf(day))
  expect(amounts).toEqual(
    book.invoices.map(({ id }) => ({
      id,
      kept: dollars(findOpenOn(book, id)),
      open: dollars(findOpenOn(book, id, day)),
    })),
  )
  const receipts = (await carrier.client.get<object[]>('/api/receipts?sort=id')).body
  expect(receipts).toMatchObject(listReceipts(book))
}

function listReceipts(book: Book) {
  return book.receipts
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, amount, parts, refunds, reversed }) => {
      const live = (rows: { live: boolean; cents: bigint }[]) =>
        rows.reduce((total, row) => (row.live ? total + row.cents : total), 0n)
      const [applied, refunded, unapplied] = [live(parts), live(refunds), findUnappliedOn(book, id)]
      // Payment = parts + refunds + unapplied.
      if (!reversed) expect(applied + refunded + unapplied).toBe(amount)
      return {
        id,
        amount: dollars(amount),
        applied: dollars(applied),
        refunded: dollars(refunded),
        unapplied: dollars(unapplied),
      }
    })
}

test(
  'C192 C193 C194 C196 C198 C330 C336 In any history of money, each amount on each day equals the model’s',
  async () => {
    const counts: Record<string, number> = {}
    for (let taken = 0, account = 0; taken < STEPS; account++) {
      const history = await startHistory(drawFrom(SEED + account))
      for (let at = 0; at < STEPS_OF_ACCOUNT && taken < STEPS; at++, taken++) {
        const step = await takeStep(history)
        counts[step] = (counts[step] ?? 0) + 1
        if (at % 10 === 9) await compare(history)
      }
      await compare(history)
    }
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(['void credit', 'credit paid', 'take off some']),
    )
    if (process.env.STEPS) process.stdout.write(`${JSON.stringify(counts)}\n`)
  },
  Math.max(120_000, STEPS * 400),
)
