/** Steps that take money or credits off invoices again (SPEC C198, C330, C336). */
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { DAYS, dayOf, drawCents, drawDay, type History } from './history-state.ts'
import { dollars, findOpenOn, post, type Book, type ModelReceipt } from './model.ts'

/** `part`: only its own differences end. */
export function endModelDifferences(
  book: Book,
  receipt: ModelReceipt,
  day: number,
  part?: number,
): void {
  for (const one of receipt.differences) {
    if (!one.live || one.kept || (part !== undefined && one.part !== part)) continue
    one.live = false
    post(book, { invoice: one.invoice, receipt: null, day, cents: one.cents })
  }
}

export async function takeOffOne(history: History, receipt: ModelReceipt): Promise<string> {
  const part = history.chance.pick(receipt.parts)
  if (!part) return 'nothing'
  const day = drawDay(history)
  const cents = history.chance.below(2) ? part.cents : drawCents(history.chance, part.cents)
  const sent = { day: dayOf(day), amount: dollars(cents) }
  const { status } = await history.carrier.takeOff(receipt.id, part.id, sent)
  const isTaken = part.live && day >= part.day && cents > 0n && cents <= part.cents
  history.expect('take off', status, isTaken)
  if (isTaken) await postTakeOff(history, receipt, { part, cents, day })
  return cents < part.cents ? 'take off some' : 'take off'
}

type TakenOff = { part: ModelReceipt['parts'][number]; cents: bigint; day: number }

/** What stays on the invoice is a new part, which keeps the differences. */
async function postTakeOff(
  { book, carrier }: History,
  receipt: ModelReceipt,
  { part, cents, day }: TakenOff,
): Promise<void> {
  const { id, invoice } = part
  part.live = false
  receipt.last = Math.max(receipt.last, day)
  post(
    book,
    { invoice, receipt: receipt.id, day, cents },
    { invoice: null, receipt: receipt.id, day, cents: -cents },
  )
  if (cents === part.cents) return endModelDifferences(book, receipt, day, id)
  const known = new Set(receipt.parts.map((one) => one.id))
  const made = (await carrier.readReceipt(receipt.id)).parts.find((one) => !known.has(one.id))
  const rest = { id: made?.id ?? 0, invoice, cents: part.cents - cents, day, live: true }
  receipt.parts.push(rest)
  for (const one of receipt.differences) if (one.part === id) one.part = rest.id
}

/** The broker pays after all: the credit note is voided. */
export async function voidCredit({ book, carrier, chance, expect }: History): Promise<string> {
  const credit = chance.pick(book.credits)
  if (!credit) return 'nothing'
  const day = chance.below(DAYS)
  const path = `/api/invoices/${credit.id}/void`
  const sent = { on: dayOf(day), reason: 'Paid after all', confirmed: ['on'] }
  const { status } = await carrier.client.post(path, sent)
  const isTaken = credit.live && day >= credit.day
  expect('void credit', status, isTaken)
  if (!isTaken) return 'void credit'
  credit.live = false
  post(book, { invoice: credit.invoice, receipt: null, day, cents: credit.cents })
  return 'void credit'
}

/** A credit note that is more than what is open unapplies the latest money, at the end of all days. */
export async function creditPaid(history: History): Promise<string> {
  const { book, carrier, chance } = history
  const invoice = chance.pick(book.invoices)
  if (!invoice) return 'nothing'
  const credits = book.credits.filter((one) => one.live && one.invoice === invoice.id)
  const left = credits.reduce((sum, { cents }) => sum - cents, invoice.total)
  const cents = (left * BigInt(1 + chance.below(100))) / 100n
  if (cents <= 0n) return 'nothing'
  const day = DAYS + 1
  const path = `/api/invoices/${invoice.id}`
  const { lines } = (await carrier.client.get<InvoiceDetails>(path)).body
  const { status, body } = await carrier.client.post(`${path}/credit`, {
    on: dayOf(day),
    reason: 'Late fee',
    lines: [{ lineId: lines[0]?.id, amount: dollars(cents) }],
    confirmed: ['on', 'unapply'],
  })
  const planned = planUnapplied(book, invoice.id, cents - findOpenOn(book, invoice.id))
  history.expect('credit paid', status, planned !== null)
  for (const one of planned ?? [])
    await postTakeOff(history, one.receipt, { ...one, day: Math.max(day, one.part.day) })
  if (!planned) return 'credit paid'
  post(book, { invoice: invoice.id, receipt: null, day, cents: -cents })
  book.credits.push({ id: body.id, invoice: invoice.id, cents, day, live: true })
  return 'credit paid'
}

type Planned = { receipt: ModelReceipt; part: ModelReceipt['parts'][number]; cents: bigint }

/** The latest parts until `missing` is covered; null if less is paid. A discount ends with all of its part. */
function planUnapplied(book: Book, invoice: number, missing: bigint): Planned[] | null {
  const live = book.receipts
    .flatMap((receipt) => receipt.parts.map((part) => ({ receipt, part })))
    .filter(({ part }) => part.live && part.invoice === invoice)
    .toSorted((one, other) => other.part.day - one.part.day || other.part.id - one.part.id)
  const planned: Planned[] = []
  let left = missing
  for (const { receipt, part } of live) {
    if (left <= 0n) break
    const cents = left < part.cents ? left : part.cents
    planned.push({ receipt, part, cents })
    left -= cents
    const own = receipt.differences.filter((one) => one.part === part.id && one.live && !one.kept)
    if (cents === part.cents) left -= own.reduce((sum, one) => sum + one.cents, 0n)
  }
  return left > 0n ? null : planned
}
